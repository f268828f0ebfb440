import { cors } from '@ctxgen/middleware/cors'
import { App, type AppConfig } from '@ctxgen/runtime'
import { answerError } from './answer-error.js'
import { articleRoutes } from './article-routes.js'
import { knowsUser } from './auth.js'
import { Store } from './store.js'
import { userRoutes } from './user-routes.js'

/** The backend of RealWorld, https://docs.realworld.show. */
export function conduit(store: Store = new Store(), config: AppConfig = {}): App {
  const app = new App({ errorHandler: answerError, ...config })
  // Pages of any origin: they authenticate by token instead of cookie.
  app.use(cors(), knowsUser(store))
  app.route('/api', (api) => {
    userRoutes(api, store)
    articleRoutes(api, store)
  })
  return app
}
