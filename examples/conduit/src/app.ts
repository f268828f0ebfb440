import { cors } from '@ctxgen/middleware/cors'
import { livez, readyz } from '@ctxgen/middleware/healthcheck'
import { helmet } from '@ctxgen/middleware/helmet'
import { requestId } from '@ctxgen/middleware/request-id'
import { App, type AppConfig } from '@ctxgen/runtime'
import { answerError } from './answer-error.js'
import { articleRoutes } from './article-routes.js'
import { Auth } from './auth.js'
import { pages } from './pages.js'
import { Store } from './store.js'
import { userRoutes } from './user-routes.js'

// Users name images anywhere; all else is ours.
const directives = { imgSrc: ["'self'", 'https:'], styleSrc: ["'self'"], fontSrc: ["'self'"] }

/** RealWorld, https://docs.realworld.show. */
export function conduit(store: Store = new Store(), config: AppConfig = {}): App {
  const app = new App({ errorHandler: answerError, ...config })
  app.use(requestId(), helmet({ contentSecurityPolicy: { directives } }))
  /** @hidden */
  app.get('/livez', livez())
  /** @hidden */
  app.get('/readyz', readyz())
  app.route('/api', (api) => {
    // Pages of any origin: they authenticate by token instead of cookie.
    api.use(cors())
    const auth = new Auth(store)
    userRoutes(api, store, auth)
    articleRoutes(api, store, auth)
  })
  pages(app)
  return app
}
