import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app } from '../../fixtures/client/films/app.ts'
import { addFilm } from '../../fixtures/client/films/client.ts'

// Forms whose files the app does not hold: a client sends fields first, whatever the order of the properties.

const { url: baseUrl } = await app.listen({ port: 0, host: '127.0.0.1' })
const film = new File(['x'.repeat(5_000_000)], 'a "b" é.mp4', { type: 'video/mp4' })
const stills = ['one', 'two'].map((text) => new File([text], `${text}.png`))

for (const [way, api] of [
  ['a socket', { baseUrl }],
  ['app.fetch', { fetch: app.fetch }],
] as const) {
  test(`fields are sent before files, over ${way}`, async () => {
    const answer = await addFilm(api, { stills, film, year: 1927, title: 'Metropolis' })
    if (answer.status !== 201) throw new Error(`${answer.status}`)
    const names = { name: 'a "b" é.mp4', stills: ['one', 'two'] }
    assert.equal(answer.body, { title: 'Metropolis', bytes: 5_000_000, ...names })
  })

  test(`a wrong field is refused with its issue, over ${way}`, async () => {
    const answer = await addFilm(api, { film, title: 'M' })
    if (answer.status !== 400) throw new Error(`${answer.status}`)
    assert.equal(
      answer.problem.errors?.map(({ path }) => path),
      ['title'],
    )
  })
}

test.after(async () => void (await app.shutdown({ timeout: 1000 })))
test.run()
