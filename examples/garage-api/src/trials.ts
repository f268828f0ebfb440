/** A sample request and its purpose. */
export interface Trial {
  readonly title: string
  readonly status: number
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const json = { 'content-type': 'application/json' }
const session = { cookie: 'theme=dark; session=s3cret' }

export const trials: readonly Trial[] = [
  { title: 'absent query values get defaults', status: 200, method: 'GET', target: '/garages/7/cars' },
  {
    title: 'lists, numbers and a comma-separated value',
    status: 200,
    method: 'GET',
    target: '/garages/7/cars?colour=red&colour=blue&max_price=9e3&tags=old,cheap&sort=price',
  },
  {
    title: 'path, query, header, cookie and JSON in one object',
    status: 201,
    method: 'POST',
    target: '/garages/7/cars?dryRun=true',
    headers: { ...json, ...session, 'x-request-id': 'r-1' },
    body: '{"plate":"GE 9","doors":4,"colour":"red","owner":{"name":"Ada","birth_date":"1815-12-10T00:00:00Z"}}',
  },
  {
    title: 'the same from a form, with nested keys',
    status: 201,
    method: 'POST',
    target: '/garages/7/cars',
    headers: { ...session, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'plate=TI+3&doors=2&owner[name]=Grace&extra_drivers[0][name]=Alan&extra_drivers[1].name=Edsger',
  },
  {
    title: 'every issue at once, each with its source and field',
    status: 400,
    method: 'POST',
    target: '/garages/7/cars?dryRun=perhaps',
    headers: json,
    body: '{"plate":5,"doors":300,"owner":{}}',
  },
  { title: 'a wrong path parameter', status: 400, method: 'GET', target: '/garages/seven/cars' },
  {
    title: 'JSON that is none',
    status: 400,
    method: 'POST',
    target: '/garages/7/cars',
    headers: { ...json, ...session },
    body: '{',
  },
  { title: 'an unknown garage', status: 404, method: 'GET', target: '/garages/8/cars' },
]
