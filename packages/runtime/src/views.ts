export { type EtaOptions, etaViews } from './adapter/files/eta-views.ts'
export type { Views } from './response/view.ts'
