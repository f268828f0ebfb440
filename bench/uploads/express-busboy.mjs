import busboy from 'busboy'
import express from 'express'
import { take } from './take.mjs'

const app = express()
app.get('/', (_req, res) => res.send('ready'))
app.post('/:way', (req, res, next) => {
  const form = busboy({ headers: req.headers })
  form.on('file', (_name, file) => {
    take(file, req.params.way).then((size) => res.send(String(size)), next)
  })
  req.pipe(form)
})
app.listen(Number(process.env.PORT), '127.0.0.1')
