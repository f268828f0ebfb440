import type { int, uint8 } from '@ctxgen/runtime'

/** A car to park: the place from the path, the car from the body, the options from the query string. */
export interface ParkCar {
  /** @uri */ garage: int
  /** @query @default false */ dryRun: boolean
  /** @header X-Request-Id */ requestId?: string
  /** @cookie session */ session: string
  /** @json @form */ plate: string
  /** @json @form */ doors: uint8
  /** @json @form @default unknown */ colour: 'red' | 'blue' | 'unknown'
  /** @json @form */ owner: Owner
  /** @json extra_drivers @form extra_drivers */ drivers?: Owner[]
}

export interface Owner {
  name: string
  /** @json birth_date @form birth_date */ birthDate?: Date
}
