export { type Answer, answerOf, clientOf, giveUp, matchedPath, removeHeader } from './ctx/answer.ts'
