import {
  type ArticleAnswer,
  createComment,
  deleteArticle,
  deleteComment,
  getArticle,
  getComments,
} from '../api.js'
import { articleMeta, favoriteButton, followButton, profilePath } from '../article-meta.js'
import { avatar, button, el } from '../dom.js'
import { errorList, messagesOf } from '../errors.js'
import { tagsOf } from '../feed.js'
import { formOf } from '../form.js'
import { navigate, type Page, type Place } from '../router.js'
import { api, currentUser, done } from '../session.js'

type Article = ArticleAnswer['article']
type Comment = Awaited<ReturnType<typeof createComment>>['comment']

export async function articlePage({ params: { slug = '' } }: Place): Promise<Page> {
  const [{ article }, comments, { markdown }] = await Promise.all([
    getArticle(api, { slug }),
    commentsOf(slug),
    // As large as all else, and for this page alone.
    import('../markdown.js'),
  ])
  const content = el(
    'div',
    { class: 'article-page' },
    ...articleParts(article, markdown(article.body)),
    comments,
  )
  return { title: article.title, content }
}

/** The banner, and the article with its tags; what can be done stands in both. */
function articleParts(article: Article, body: readonly Node[]): readonly Node[] {
  const head = el('div')
  const foot = el('div', { class: 'article-actions' })
  const show = (shown: Article, ...problems: readonly Node[]): void => {
    head.replaceChildren(articleMeta(shown, ...actionsOf(shown, act)), ...problems)
    foot.replaceChildren(articleMeta(shown, ...actionsOf(shown, act)))
  }
  let now = article
  const act = (changed: Promise<Partial<Article>>): void => {
    changed.then(
      (part) => {
        now = { ...now, ...part }
        show(now)
      },
      (error: unknown) => show(now, errorList(messagesOf(error))),
    )
  }
  show(now)
  return [
    el('div', { class: 'banner' }, el('div', { class: 'container' }, el('h1', {}, article.title), head)),
    el(
      'div',
      { class: 'container' },
      el('div', { class: 'article-content' }, ...body, tagsOf(article.tagList)),
      el('hr'),
      foot,
    ),
  ]
}

function actionsOf(article: Article, act: (changed: Promise<Partial<Article>>) => void): readonly Node[] {
  const { slug, author } = article
  if (currentUser()?.username !== author.username)
    return [
      followButton(author, (changed) => act(changed.then((followed) => ({ author: followed })))),
      favoriteButton(article, 'Article', act),
    ]
  const remove = async (): Promise<Partial<Article>> => {
    await done(deleteArticle(api, { slug }))
    await navigate('/')
    return {}
  }
  return [
    el('a', { href: `/editor/${encodeURIComponent(slug)}` }, 'Edit Article'),
    button('btn-outline-danger', 'Delete Article', () => act(remove())),
  ]
}

async function commentsOf(slug: string): Promise<HTMLElement> {
  const list = el('div')
  const made = el('section', { class: 'container', 'aria-label': 'Comments' }, commentForm(slug, list), list)
  try {
    const { comments } = await getComments(api, { slug })
    list.append(...comments.map((comment) => commentCard(slug, comment)).reverse())
  } catch (error) {
    list.append(errorList(messagesOf(error)))
  }
  return made
}

function commentForm(slug: string, list: HTMLElement): HTMLElement {
  const user = currentUser()
  if (user === undefined)
    return el(
      'p',
      {},
      el('a', { href: '/register' }, 'Sign up'),
      ' or sign in to add comments on this article.',
    )
  const form = formOf({
    fields: [{ name: 'body', label: 'Write a comment...', rows: 3 }],
    submit: 'Post Comment',
    check: () => new Map(),
    async send({ body = '' }) {
      const { comment } = await createComment(api, { slug, comment: { body } })
      list.prepend(commentCard(slug, comment))
      form.reset()
    },
  })
  form.className = 'card comment-form card-block'
  form.prepend(avatar(user.image, 'comment-author-img'))
  return form
}

function commentCard(slug: string, { id, body, createdAt, author }: Comment): HTMLElement {
  const href = profilePath(author.username)
  const footer = el(
    'div',
    { class: 'card-footer' },
    el(
      'a',
      { class: 'comment-author', href, 'aria-label': author.username },
      avatar(author.image, 'comment-author-img'),
    ),
    el('a', { class: 'comment-author', href }, author.username),
    el('time', { class: 'date-posted', datetime: createdAt.toISOString() }, createdAt.toLocaleDateString()),
  )
  const card = el(
    'div',
    { class: 'card' },
    el('div', { class: 'card-block' }, el('p', { class: 'card-text' }, body)),
    footer,
  )
  if (currentUser()?.username === author.username) {
    const remove = el(
      'button',
      { type: 'button', 'aria-label': 'Delete comment' },
      el('i', { class: 'ion-trash-a' }, '🗑'),
    )
    remove.addEventListener('click', () => {
      done(deleteComment(api, { slug, id })).then(
        () => card.remove(),
        (error: unknown) => footer.after(errorList(messagesOf(error))),
      )
    })
    footer.append(el('span', { class: 'mod-options' }, remove))
  }
  return card
}
