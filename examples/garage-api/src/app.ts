import { App, type Ctx, HttpError } from '@ctxgen/runtime'
import { sendJsonFoundCars, sendJsonParkedCar } from './dto/answers.bind.js'
import { ParkCar } from './dto/car.bind.js'
import { bindQuerySearchCars, bindUriGarageId } from './dto/search.bind.js'
import { findCars, hasGarage, parkCar } from './garages.js'

/** The whole service. */
export function garageApp(): App {
  const app = new App()
  const api = app.group('/garages/:garage')

  api.use((c: Ctx) => {
    const { garage } = bindUriGarageId(c)
    if (!hasGarage(garage)) throw new HttpError(404, `There is no garage ${garage}`)
    return c.next()
  })

  // A binder is a function: call it.
  api.get('/cars', (c: Ctx) => {
    const search = bindQuerySearchCars(c)
    sendJsonFoundCars(c, { search, cars: findCars(bindUriGarageId(c).garage, search) })
  })

  // Or call c.bind(), as in Fiber.
  api.post('/cars', (c: Ctx) => {
    const asked = c.bind().all(ParkCar)
    sendJsonParkedCar(c.status(201), { asked, car: parkCar(asked) })
  })

  return app
}
