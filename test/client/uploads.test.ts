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

  test(`a stream is a file with a name and a type, over ${way}`, async () => {
    const { size } = film
    const upload = { name: 'ä "b".mp4', type: 'video/mp4', stream: film.stream() }
    const still = { stream: new Blob(['one']).stream() }
    const answer = await addFilm(api, {
      film: upload,
      title: 'Metropolis',
      stills: [still, new File(['two'], 'b')],
    })
    if (answer.status !== 201) throw new Error(`${answer.status}`)
    assert.equal(answer.body, { title: 'Metropolis', name: 'ä "b".mp4', bytes: size, stills: ['one', 'two'] })
  })

  test(`a broken stream fails the call, over ${way}`, async () => {
    let pulls = 0
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (pulls++ < 3) controller.enqueue(new Uint8Array(1000))
      else controller.error(new Error('the disk broke'))
    }
    const upload = { type: 'video/mp4', stream: new ReadableStream({ pull }) }
    const answer = await addFilm(api, { film: upload, title: 'Metropolis' }).then(
      ({ status }) => status,
      (error: unknown) => error,
    )
    assert.is.not(answer, 201)
    if (way === 'a socket') assert.is((answer as Error).cause instanceof Error, true)
  })

  test(`a value of another type is refused with the name of its property, over ${way}`, async () => {
    for (const wrong of [undefined, null, 'x', {}, { stream: 'x' }, new Uint8Array(1)] as never[]) {
      const error = await addFilm(api, { film: wrong, title: 'Metropolis' }).catch((one: unknown) => one)
      const message = wrong === undefined ? 'is required' : 'must be a File, a Blob or an Upload'
      assert.is(String(error), `TypeError: film ${message}`)
    }
    const path = { name: '../a.mp4', type: 'video/mp4', stream: film.stream() }
    const error = await addFilm(api, { film: path, title: 'Metropolis' }).catch((one: unknown) => one)
    assert.match(String(error), /film has a file name that a form cannot hold/)
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
