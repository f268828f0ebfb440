export { type EtaOptions, etaViews } from './adapter/eta-views.ts'
export type { Views } from './response/view.ts'
