import Ajv from 'ajv'
import fastQuerystring from 'fast-querystring'
import qs from 'qs'
import { bindBlogByHand } from '../contenders/hand/blog-form.mjs'
import { refuse } from '../contenders/hand/text.mjs'
import { blogSchema } from '../contenders/peers/json-schemas.mjs'
import { zodBlog } from '../contenders/peers/zod-schemas.mjs'
import { bindFormBlogDto } from '../dist/binders.mjs'
import { blogForm, samples } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const ajvBlog = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: true }).compile(blogSchema)

function withAjv(form) {
  return ajvBlog(form) ? form : refuse('form')
}

// Every contender receives the bytes of the body. A form is ASCII; other characters are percent-encoded.
const latin1 = (bytes) => bytes.latin1Slice(0, bytes.length)

const contenders = [
  { name: 'by hand', takes: 'bytes', run: (bytes) => bindBlogByHand(latin1(bytes)) },
  { name: 'ctxgen', takes: 'input', run: (input) => bindFormBlogDto(input) },
  { name: 'qs + Ajv', takes: 'bytes', run: (bytes) => withAjv(qs.parse(latin1(bytes))) },
  { name: 'qs + zod', takes: 'bytes', run: (bytes) => zodBlog.parse(qs.parse(latin1(bytes))) },
  { name: 'qs', takes: 'bytes', run: (bytes) => qs.parse(latin1(bytes)), parseOnly: true },
  {
    name: 'fast-querystring, flat keys',
    takes: 'bytes',
    run: (bytes) => fastQuerystring.parse(latin1(bytes)),
    parseOnly: true,
  },
  {
    name: 'URLSearchParams, flat keys',
    takes: 'bytes',
    run: (bytes) => Object.fromEntries(new URLSearchParams(latin1(bytes))),
    parseOnly: true,
  },
]

const blog = {
  title: 'My blog',
  author: 'Ada L',
  posts: [
    { title: 'Hello World', views: 100, published: true },
    { title: 'Second', views: 7, published: false },
    { title: 'Third!', views: 3, published: true },
  ],
}

const good = [
  [blogForm(0), blog],
  [blogForm(0, '%5B%5D'), blog],
  ['author=b&title=a', { title: 'a', author: 'b', posts: [] }],
  [
    'posts[0][published]=false&title=a&other[x]=1&posts[0][title]=&author=b&posts[0][views]=-1',
    { title: 'a', author: 'b', posts: [{ title: '', views: -1, published: false }] },
  ],
]

const bad = [
  'author=b',
  'title=a',
  'title=a&author=b&posts[0][title]=x&posts[0][published]=true',
  'title=a&author=b&posts[0][title]=x&posts[0][views]=many&posts[0][published]=true',
  'title=a&author=b&posts[0][title]=x&posts[0][views]=1&posts[0][published]=maybe',
  'title=a&author=b&posts[0][views]=1&posts[0][published]=true',
]

function subject(title, brackets) {
  const texts = Array.from({ length: samples }, (_, i) => blogForm(i, brackets))
  return { title, limit: 'by hand', contenders, texts, request: formRequest, good, bad }
}

function formRequest(text) {
  const bytes = Buffer.from(text)
  return { bytes, input: new RequestInput({ body: bytes }) }
}

export const subjects = [
  subject('Form with 3 nested posts → typed object, %5B as browsers send', '%5B%5D'),
  subject('Form with 3 nested posts → typed object, plain brackets', '[]'),
]
