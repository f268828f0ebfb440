import { App, type AppConfig, type ListenAddress } from '../../src/index.ts'

/** Serves an app on a free port for the length of a test. */
export async function withApp(
  config: AppConfig,
  routes: (app: App) => void,
  use: (server: ListenAddress, app: App) => Promise<void>,
): Promise<void> {
  // Errors made by tests are not shown.
  const app = new App({ onError: () => {}, ...config })
  routes(app)
  const server = await app.listen({ host: '127.0.0.1' })
  try {
    await use(server, app)
  } finally {
    await app.shutdown()
  }
}

/** Whether a condition becomes true, however slow the machine is. */
export async function until(condition: () => boolean): Promise<boolean> {
  for (let i = 0; i < 1000 && !condition(); i++) await pause(10)
  return condition()
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
