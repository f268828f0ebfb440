import { App, type Ctx } from '@ctxgen/runtime'
import { answerError } from './answer-error.js'
import { articleRoutes } from './article-routes.js'
import { knowsUser } from './auth.js'
import { Store } from './store.js'
import { userRoutes } from './user-routes.js'

/** The backend of RealWorld, https://docs.realworld.show. */
export function conduit(store: Store = new Store()): App {
  const app = new App({ errorHandler: answerError })
  app.use(allowsOrigins, knowsUser(store))
  app.route('/api', (api) => {
    userRoutes(api, store)
    articleRoutes(api, store)
  })
  return app
}

/** Middleware: allows requests from pages of any origin, since they authenticate by token instead of cookie. */
function allowsOrigins(c: Ctx): void | Promise<void> {
  c.set('Access-Control-Allow-Origin', '*')
  if (c.method() !== 'OPTIONS') return c.next()
  c.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  c.set('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
  return c.sendStatus(204)
}
