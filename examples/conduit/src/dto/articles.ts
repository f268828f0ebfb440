import type { int } from '@ctxgen/runtime'
import type { Profile } from './users.js'

interface Writing {
  /** @validate required,max=200 */
  title: string
  /** @validate required */
  description: string
  /** @validate required */
  body: string
}

interface Tagged {
  /** @validate unique,dive,required */
  tagList?: string[]
}

/** @json */
export interface NewArticle {
  article: Writing & Tagged
}

/** Absent properties are unchanged. @json */
export interface ArticleUpdate {
  /** @uri */ slug: string
  article: Partial<Writing> & Tagged
}

/** @query */
export interface Page {
  /** @default 20 @validate min=1,max=100 */ limit: int
  /** @default 0 @validate min=0 */ offset: int
}

/** @query */
export interface Search extends Page {
  tag?: string
  author?: string
  favorited?: string
}

/** @json */
export interface NewComment {
  /** @uri */ slug: string
  comment: {
    /** @validate required */ body: string
  }
}

/** @uri */
export interface CommentId {
  slug: string
  id: int
}

interface Article extends Writing {
  slug: string
  tagList: readonly string[]
  createdAt: Date
  updatedAt: Date
  favorited: boolean
  favoritesCount: int
  author: Profile
}

interface Comment {
  id: int
  createdAt: Date
  updatedAt: Date
  body: string
  author: Profile
}

/** @response */
export interface ArticleAnswer {
  article: Article
}

/** @response */
export interface ArticlesAnswer {
  articles: Omit<Article, 'body'>[]
  articlesCount: int
}

/** @response */
export interface CommentAnswer {
  comment: Comment
}

/** @response */
export interface CommentsAnswer {
  comments: Comment[]
}
