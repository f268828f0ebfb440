import { elysiaApp } from '../http/elysia-app.mjs'

elysiaApp().listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
