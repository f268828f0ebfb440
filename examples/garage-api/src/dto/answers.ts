import type { ParkCar } from './car.js'
import type { SearchCars } from './search.js'

/** A parked car. */
export interface Car {
  readonly plate: string
  readonly doors: number
  readonly colour: 'red' | 'blue' | 'unknown'
  readonly price: number
}

/** The cars that match a search. @response */
export interface FoundCars {
  search: SearchCars
  cars: readonly Car[]
}

/** A parked car, with its request. @response */
export interface ParkedCar {
  asked: ParkCar
  car: Car
}
