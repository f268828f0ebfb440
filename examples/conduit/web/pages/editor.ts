import { jsonCheck } from '@ctxgen/runtime/check'
import { bindJsonNewArticle } from '../../src/dto/articles.bind.js'
import { createArticle, getArticle, updateArticle } from '../api.js'
import { messagesOfIssues } from '../check.js'
import { el } from '../dom.js'
import { formOf, type Texts } from '../form.js'
import { navigate, type Page, type Place } from '../router.js'
import { api } from '../session.js'

export async function editorPage({ params: { slug } }: Place): Promise<Page> {
  const article = slug === undefined ? undefined : (await getArticle(api, { slug })).article
  const tags = new Set(article?.tagList)
  const check = jsonCheck(bindJsonNewArticle)
  const written = ({ title = '', description = '', body = '' }: Texts) => {
    return { article: { title, description, body, tagList: [...tags] } }
  }
  const form = formOf({
    fields: [
      { name: 'title', label: 'Article Title', value: article?.title ?? '' },
      { name: 'description', label: "What's this article about?", value: article?.description ?? '' },
      { name: 'body', label: 'Write your article (in markdown)', value: article?.body ?? '', rows: 8 },
    ],
    more: tagEditor(tags),
    submit: 'Publish Article',
    check: (texts) => messagesOfIssues(check['~standard'].validate(written(texts))),
    async send(texts) {
      const saved =
        slug === undefined
          ? createArticle(api, written(texts))
          : updateArticle(api, { slug, ...written(texts) })
      await navigate(`/article/${encodeURIComponent((await saved).article.slug)}`)
    },
  })
  const heading = slug === undefined ? 'New Article' : 'Edit Article'
  return {
    title: heading,
    content: el('div', { class: 'editor-page form-page' }, el('h1', {}, heading), form),
  }
}

/** An input whose Enter adds a tag, and the tags with a button each that removes it. */
function tagEditor(tags: Set<string>): HTMLElement {
  const id = 'field-tags'
  const input = el('input', { id, type: 'text', placeholder: 'Enter tags' })
  const list = el('div', { class: 'tag-list' })
  const show = (): void => {
    const pills = Array.from(tags, (tag) => {
      const remove = el(
        'button',
        { type: 'button', 'aria-label': `Remove ${tag}` },
        el('i', { class: 'ion-close-round' }, '×'),
      )
      remove.addEventListener('click', () => {
        tags.delete(tag)
        show()
        input.focus()
      })
      return el('span', { class: 'tag-default tag-pill' }, remove, tag)
    })
    list.replaceChildren(...pills)
  }
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const tag = input.value.trim()
    if (tag !== '') tags.add(tag)
    input.value = ''
    show()
  })
  show()
  return el('div', { class: 'field' }, el('label', { for: id }, 'Tags'), input, list)
}
