import { type Ctx, type Group, HttpError } from '@ctxgen/runtime'
import type { Auth } from './auth.js'
import {
  ArticleUpdate,
  CommentId,
  NewArticle,
  NewComment,
  Page,
  Search,
  sendJsonArticleAnswer,
  sendJsonArticlesAnswer,
  sendJsonCommentAnswer,
  sendJsonCommentsAnswer,
} from './dto/articles.bind.js'
import type { Article, Comment, Store, User } from './store.js'
import { profileOf } from './user-routes.js'

export function articleRoutes(api: Group, store: Store, { signedIn, anybody }: Auth): void {
  api
    .get('/tags', (c) => {
      const all = store.articlesWhere(() => true).flatMap(({ tagList }) => tagList)
      c.json({ tags: [...new Set(all)] })
    })
    .name('getTags')

  api
    .get('/articles/feed', signedIn, (c) => {
      const { follows } = c.locals('user')
      const page = c.bind().query(Page)
      sendPage(
        c,
        store.articlesWhere(({ author }) => follows.has(author)),
        page,
      )
    })
    .name('getFeed')

  api
    .get('/articles', anybody, (c) => {
      const search = c.bind().query(Search)
      sendPage(
        c,
        store.articlesWhere((article) => isFound(article, search)),
        search,
      )
    })
    .name('getArticles')

  api
    .post('/articles', signedIn, (c) => {
      const author = c.locals('user')
      const { article: given } = c.bind().body(NewArticle)
      const now = new Date()
      const article: Article = {
        ...given,
        id: store.nextId(),
        slug: store.freeSlug(given.title),
        tagList: (given.tagList ?? []).sort(),
        createdAt: now,
        updatedAt: now,
        author,
        fans: new Set(),
        comments: new Map(),
      }
      store.articles.set(article.slug, article)
      sendArticle(c.status(201), article)
    })
    .name('createArticle')

  const one = api.route('/articles/:slug')
  one.get(anybody, (c) => sendArticle(c, articleAt(c.params('slug'), store))).name('getArticle')
  one
    .put(signedIn, (c) => {
      const user = c.locals('user')
      const { slug, article: given } = c.bind().all(ArticleUpdate)
      const article = owned(articleAt(slug, store), user)
      if ((given.title ?? article.title) !== article.title) {
        store.articles.delete(slug)
        article.slug = store.freeSlug(given.title ?? '')
        store.articles.set(article.slug, article)
      }
      sendArticle(c, Object.assign(article, given, { updatedAt: new Date() }))
    })
    .name('updateArticle')
  one
    .delete(signedIn, (c) => {
      const user = c.locals('user')
      const { slug } = owned(articleAt(c.params('slug'), store), user)
      store.articles.delete(slug)
      c.sendStatus(204)
    })
    .name('deleteArticle')

  const favorite = api.route('/articles/:slug/favorite')
  favorite
    .post(signedIn, (c) => {
      const user = c.locals('user')
      const article = articleAt(c.params('slug'), store)
      article.fans.add(user)
      sendArticle(c, article)
    })
    .name('favorite')
  favorite
    .delete(signedIn, (c) => {
      const user = c.locals('user')
      const article = articleAt(c.params('slug'), store)
      article.fans.delete(user)
      sendArticle(c, article)
    })
    .name('unfavorite')

  const comments = api.route('/articles/:slug/comments')
  comments
    .get(anybody, (c) => {
      const { comments } = articleAt(c.params('slug'), store)
      sendJsonCommentsAnswer(c, { comments: [...comments.values()].map((comment) => commentFor(c, comment)) })
    })
    .name('getComments')
  comments
    .post(signedIn, (c) => {
      const author = c.locals('user')
      const { slug, comment: given } = c.bind().all(NewComment)
      const now = new Date()
      const comment = { ...given, id: store.nextId(), createdAt: now, updatedAt: now, author }
      articleAt(slug, store).comments.set(comment.id, comment)
      sendJsonCommentAnswer(c.status(201), { comment: commentFor(c, comment) })
    })
    .name('createComment')
  comments
    .route('/:id')
    .delete(signedIn, (c) => {
      const user = c.locals('user')
      const { slug, id } = c.bind().uri(CommentId)
      const { comments } = articleAt(slug, store)
      const comment = comments.get(id)
      if (comment === undefined) throw new HttpError(404, 'there is no such comment')
      owned(comment, user)
      comments.delete(id)
      c.sendStatus(204)
    })
    .name('deleteComment')
}

function isFound(article: Article, { tag, author, favorited }: Search): boolean {
  return (
    (tag === undefined || article.tagList.includes(tag)) &&
    (author === undefined || article.author.username === author) &&
    (favorited === undefined || [...article.fans].some(({ username }) => username === favorited))
  )
}

function articleAt(slug: string, store: Store): Article {
  const article = store.articles.get(slug)
  if (article === undefined) throw new HttpError(404, 'there is no such article')
  return article
}

function owned<T extends { readonly author: User }>(thing: T, user: User): T {
  if (thing.author !== user) throw new HttpError(403, 'it is not yours')
  return thing
}

function sendArticle(c: Ctx, article: Article): void {
  sendJsonArticleAnswer(c, { article: articleFor(c, article) })
}

// The same objects: the text contains only what ArticlesAnswer declares, all but the body.
function sendPage(c: Ctx, found: readonly Article[], { offset, limit }: Page): void {
  const articles = found.slice(offset, offset + limit).map((article) => articleFor(c, article))
  sendJsonArticlesAnswer(c, { articles, articlesCount: found.length })
}

function articleFor(c: Ctx, article: Article) {
  const user = c.locals('user')
  return {
    ...article,
    favorited: user !== undefined && article.fans.has(user),
    favoritesCount: article.fans.size,
    author: profileOf(article.author, c),
  }
}

function commentFor(c: Ctx, comment: Comment) {
  return { ...comment, author: profileOf(comment.author, c) }
}
