import { requestOf } from '../openapi/generate-openapi.ts'
import type { AppDependencies } from '../openapi/read/app-project.ts'
import { AppReader } from '../openapi/read/app-reader.ts'
import type { ClientOptions, ClientResult } from './client-options.ts'
import { describeClient } from './generate-client.ts'

/** Writes a client again after changes, with what did not change already parsed and typed. */
export class ClientReader {
  readonly #app: AppReader<ClientResult>

  constructor(options: ClientOptions) {
    this.#app = new AppReader(
      requestOf(options),
      (opened) => describeClient(options, opened),
      ({ files }) => files.length > 0,
    )
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @returns `undefined` if nothing has changed since the last time
   * @throws UsageError like `generateClient`; the next call starts from scratch
   */
  read(touched: readonly string[] = []): ClientResult | undefined {
    return this.#app.read(touched)
  }

  /** The files behind the last result, and those that would matter if they appeared. */
  get dependencies(): AppDependencies {
    return this.#app.dependencies
  }
}
