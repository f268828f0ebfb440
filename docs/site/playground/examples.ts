import type { PlaygroundState } from './state.ts'

/** By the text of the list. The first one is shown at first. */
export const examples: Readonly<Record<string, PlaygroundState>> = {
  'A query string': {
    source: `import type { int } from '@ctxgen/runtime'

/** What cars to list. @query */
export interface SearchCars {
  colour: ('red' | 'blue')[]
  /** @default 1 @validate min=1 */ page: int
  since?: Date
}
`,
    method: 'GET',
    path: '/cars',
    url: '/cars?colour=red&colour=blue&since=2026-01-31T00:00:00Z',
    headers: '',
    body: '',
  },
  'A JSON body with rules': {
    source: `import type { uint8 } from '@ctxgen/runtime'

/** @json */
export interface SignUp {
  /** @validate email */ email: string
  /** @validate min=12 */ password: string
  /** @validate eqfield=password */ repeated: string
  age?: uint8
  address: Address
}

export interface Address {
  city: string
  /** @validate required,len=5,number */ code: string
}
`,
    method: 'POST',
    path: '/users',
    url: '/users',
    headers: 'Content-Type: application/json\nAccept: application/json',
    body: '{"email":"ann","password":"short","repeated":"other","age":30,"address":{"city":"Rome","code":"1"}}',
  },
  'Path, query, header, cookie and body': {
    source: `import type { int, uint8 } from '@ctxgen/runtime'

/** A car to park. @json */
export interface ParkCar {
  /** @uri */ garage: int
  /** @query @default false */ dryRun: boolean
  /** @header X-Request-Id */ requestId?: string
  /** @cookie */ session: string
  plate: string
  doors: uint8
}
`,
    method: 'POST',
    path: '/garages/:garage/cars',
    url: '/garages/7/cars?dryRun=true',
    headers: 'Content-Type: application/json\nCookie: session=abc\nX-Request-Id: r-1',
    body: '{"plate":"AB 123","doors":5}',
  },
  'A partial update (PATCH)': {
    source: `interface Fields {
  /** @validate max=80 */ title: string
  note: string | null
  due?: Date
}

/** Absent: as it was. null: removed. @json @unknown error */
export interface ChangeTask extends Partial<Fields> {}
`,
    method: 'PATCH',
    path: '/tasks/:id',
    url: '/tasks/7',
    headers: 'Content-Type: application/json\nAccept: application/json',
    body: '{"note":null,"due":"2026-12-24T18:00:00Z"}',
  },
  'A union': {
    source: `/** @json */
export interface Draw {
  shapes: (Circle | Line)[]
}

export interface Circle {
  kind: 'circle'
  radius: number
}

export interface Line {
  kind: 'line'
  /** @validate len=2 */ from: number[]
  /** @validate len=2 */ to: number[]
}
`,
    method: 'POST',
    path: '/drawings',
    url: '/drawings',
    headers: 'Content-Type: application/json\nAccept: application/json',
    body: '{"shapes":[{"kind":"circle","radius":2},{"kind":"line","from":[0,0],"to":[3,4]}]}',
  },
  'A form with a file': {
    source: `import type { FileHeader } from '@ctxgen/runtime'

/** @form */
export interface NewPhoto {
  /** @transform trim @validate required,max=80 */ title: string
  tags: string[]
  /** @validate mime=text/plain,maxSize=1MiB */ photo: FileHeader
}
`,
    method: 'POST',
    path: '/photos',
    url: '/photos',
    headers: 'Content-Type: multipart/form-data; boundary=b',
    body: '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n A garden \r\n--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\ngreen\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--\r\n',
  },
}
