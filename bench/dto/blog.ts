import type { int } from '@ctxgen/runtime'

/** A form with a list of objects, as a browser sends it. @form */
export interface BlogDto {
  title: string
  author: string
  posts: Post[]
}

export interface Post {
  title: string
  views: int
  published: boolean
}
