// The limit for a nested form: one pass over the text, keys compared in place, `[` and `%5B` alike.
import { formDecode, refuse } from './text.mjs'

const AMPERSAND = 38
const PERCENT = 37
const PLUS = 43
const DOT = 46
const OPEN = 91

const TITLE = 1
const AUTHOR = 2
const POST_TITLE = 3
const POST_VIEWS = 4
const POST_PUBLISHED = 5

/** The end of the last key, and the index of its post. */
let keyEnd = 0
let postIndex = 0

/** `title`, `author` and `posts` (title, views: int, published: boolean) of a form. */
export function bindBlogByHand(s) {
  const n = s.length
  const posts = []
  let title, author
  let i = 0
  while (i < n) {
    const c = s.charCodeAt(i)
    let field = 0
    keyEnd = i
    if (c === 112 && s.startsWith('posts', i)) field = postField(s, i + 5)
    else if (c === 116 && s.startsWith('title=', i)) {
      field = TITLE
      keyEnd = i + 6
    } else if (c === 97 && s.startsWith('author=', i)) {
      field = AUTHOR
      keyEnd = i + 7
    }
    if (field === 0) {
      const next = s.indexOf('&', i)
      if (next === -1) break
      i = next + 1
      continue
    }
    i = keyEnd
    const from = i
    let encoded = false
    for (; i < n; i++) {
      const c = s.charCodeAt(i)
      if (c === AMPERSAND) break
      if (c === PERCENT || c === PLUS) encoded = true
    }
    const text = encoded ? formDecode(s.slice(from, i)) : s.slice(from, i)
    i++
    if (field === TITLE) title = text
    else if (field === AUTHOR) author = text
    else setPost(posts, field, text)
  }
  if (title === undefined) refuse('title')
  if (author === undefined) refuse('author')
  for (let k = 0; k < posts.length; k++) {
    const post = posts[k]
    if (post.title === undefined) refuse('posts.title')
    if (post.views === undefined) refuse('posts.views')
    if (post.published === undefined) refuse('posts.published')
  }
  return { title, author, posts }
}

/** The field of `[N][name]=`, `%5BN%5D%5Bname%5D=` or `.N.name=`; 0 for any other key. */
function postField(s, start) {
  const c = s.charCodeAt(start)
  if (c === OPEN) return postFieldWithin(s, start + 1, '][', ']=')
  if (c === PERCENT && s.startsWith('%5B', start)) return postFieldWithin(s, start + 3, '%5D%5B', '%5D=')
  return c === DOT ? postFieldWithin(s, start + 1, '.', '=') : 0
}

function postFieldWithin(s, start, separator, close) {
  let index = 0
  let i = start
  let digit = s.charCodeAt(i) - 48
  while (digit >= 0 && digit <= 9) {
    index = index * 10 + digit
    digit = s.charCodeAt(++i) - 48
  }
  if (i === start || index >= 1000 || !s.startsWith(separator, i)) return 0
  i += separator.length
  const c = s.charCodeAt(i)
  let field = 0
  if (c === 116 && s.startsWith('title', i)) {
    field = POST_TITLE
    i += 5
  } else if (c === 118 && s.startsWith('views', i)) {
    field = POST_VIEWS
    i += 5
  } else if (c === 112 && s.startsWith('published', i)) {
    field = POST_PUBLISHED
    i += 9
  }
  if (field === 0 || !s.startsWith(close, i)) return 0
  keyEnd = i + close.length
  postIndex = index
  return field
}

function setPost(posts, field, text) {
  if (postIndex > posts.length) refuse('posts')
  if (postIndex === posts.length) posts.push({ title: undefined, views: undefined, published: undefined })
  const post = posts[postIndex]
  if (field === POST_TITLE) post.title = text
  else if (field === POST_VIEWS) {
    const value = +text
    post.views = text !== '' && Number.isSafeInteger(value) ? value : refuse('posts.views')
  } else if (text === 'true' || text === '1' || text === 'on') post.published = true
  else if (text === 'false' || text === '0') post.published = false
  else refuse('posts.published')
}
