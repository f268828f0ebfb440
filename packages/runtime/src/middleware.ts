export {
  type Answer,
  answerOf,
  awaitsBody,
  clientOf,
  giveUp,
  matchedPath,
  removeHeader,
  requestHeader,
  takesStream,
} from './ctx/answer.ts'
export { headerSet, setHeaders } from './ctx/header-sets.ts'
export {
  recodeBody,
  recodeStream,
  type StreamCoder,
  type StreamWatcher,
  watchStream,
} from './ctx/recode.ts'
export { replaceCookies } from './ctx/replace-cookies.ts'
export { parseHttpDate } from './request/http-date.ts'
export { acceptedCoding } from './response/accept-coding.ts'
export type { HeaderSet } from './response/header-set.ts'
