export { docs } from './adapter/docs/reference-handler.ts'
