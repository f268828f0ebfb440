/** What a user shows of themselves. @json */
export interface Profile {
  name: string
  age?: number
  links: string[]
  place: Place
}

interface Place {
  city: string
  country?: string
}
