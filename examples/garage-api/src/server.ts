import { garageApp } from './app.js'

const port = Number(process.env['PORT'] ?? 3000)
await garageApp().listen(port)
console.log(`garage-api listens on http://localhost:${port}/garages/7/cars`)
