import { app } from '../http/ctxgen-app.mjs'
import { serve } from './serve.mjs'

// biome-ignore lint/style/noDefaultExport: what a worker is.
export default serve(app.fetch)
