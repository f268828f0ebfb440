export { getCarsId } from './clients/getCarsId.ts'
export type { Car } from './types/Car.ts'
export type {
  GetCarsId200,
  GetCarsIdPathParams,
  GetCarsIdQuery,
  GetCarsIdQueryResponse,
} from './types/GetCarsId.ts'
