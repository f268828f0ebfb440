import type { int, uint8, uint16 } from '@ctxgen/runtime'

/** What cars to list. */
export interface SearchCars {
  /** @query */ make?: string
  /** @query */ colours: string[]
  /** @query @default 20 @validate min=1,max=100 */ limit: int
}

/** A car to park. @json */
export interface NewCar {
  /** @validate required,max=10 */ plate: string
  doors: uint8
  built?: Date
}

/** The same from a form. @form */
export interface CarForm {
  /** @validate required,max=10 */ plate: string
  doors: uint8
}

/** A parked car. @response */
export interface CarAnswer {
  id: int
  plate: string
  doors: uint8
}

/** A car that has left. */
export interface CarLeft {
  /** @header trace-id */ traceId?: string
  /** @json plate_no @validate required */ plate: string
  /** @json */ at: Date
}

/** The environment of the service. @query */
export interface Env {
  /** @query PORT @default 3000 */ port: uint16
  /** @query ORIGINS,csv */ origins: string[]
}
