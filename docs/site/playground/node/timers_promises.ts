export const setImmediate = (): Promise<void> => new Promise((done) => void setTimeout(done, 0))
