export type { Car } from './Car.ts'
export type {
  GetCarsId200,
  GetCarsIdPathParams,
  GetCarsIdQuery,
  GetCarsIdQueryResponse,
} from './GetCarsId.ts'
