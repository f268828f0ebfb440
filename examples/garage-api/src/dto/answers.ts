import type { ParkCar } from './car.js'
import type { SearchCars } from './search.js'

/** A parked car. */
export interface Car {
  readonly plate: string
  readonly doors: number
  readonly colour: 'red' | 'blue' | 'unknown'
  readonly price: number
}

/** The cars that fit a search. @response */
export interface FoundCars {
  search: SearchCars
  cars: readonly Car[]
}

/** A car that was parked, and what was asked for. @response */
export interface ParkedCar {
  asked: ParkCar
  car: Car
}
