// The result of typia's transform of ../typia/src; absent when it could not be built here.

export const typia = await load()

async function load() {
  try {
    return await import('../typia/dist/index.js')
  } catch {
    console.error('typia is not built and takes no part: run `npm run typia` in bench.')
    return undefined
  }
}
