import type { Car } from './dto/answers.js'
import type { ParkCar } from './dto/car.bind.js'
import type { SearchCars } from './dto/search.bind.js'

const garages = new Map<number, Car[]>([
  [
    7,
    [
      { plate: 'ZH 1', doors: 5, colour: 'red', price: 12_000 },
      { plate: 'BE 42', doors: 3, colour: 'blue', price: 8_500 },
    ],
  ],
])

export function hasGarage(id: number): boolean {
  return garages.has(id)
}

export function parkCar(car: ParkCar): Car {
  const { plate, doors, colour } = car
  const parked = { plate, doors, colour, price: 0 }
  if (!car.dryRun) garages.get(car.garage)?.push(parked)
  return parked
}

const pageSize = 10

export function findCars(garage: number, search: SearchCars): Car[] {
  const { colour, maxPrice, page, sort } = search
  return (garages.get(garage) ?? [])
    .filter((car) => colour.length === 0 || colour.includes(car.colour))
    .filter((car) => maxPrice === undefined || car.price <= maxPrice)
    .sort((a, b) => (sort === 'price' ? a.price - b.price : a.plate < b.plate ? -1 : 1))
    .slice((page - 1) * pageSize, page * pageSize)
}
