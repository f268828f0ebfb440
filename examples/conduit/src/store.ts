export interface User {
  readonly id: number
  username: string
  email: string
  password: string
  bio: string | null
  image: string | null
  readonly follows: Set<User>
}

export interface Article {
  readonly id: number
  slug: string
  title: string
  description: string
  body: string
  readonly tagList: readonly string[]
  readonly createdAt: Date
  updatedAt: Date
  readonly author: User
  readonly fans: Set<User>
  readonly comments: Map<number, Comment>
}

export interface Comment {
  readonly id: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly body: string
  readonly author: User
}

/** All data, in memory: a real service would use a database. */
export class Store {
  readonly users = new Map<number, User>()
  readonly articles = new Map<string, Article>()
  #lastId = 0

  nextId(): number {
    return ++this.#lastId
  }

  userBy(key: 'username' | 'email', value: string): User | undefined {
    return [...this.users.values()].find((user) => user[key] === value)
  }

  /** The latest first. */
  articlesWhere(isWanted: (article: Article) => boolean): readonly Article[] {
    return [...this.articles.values()].filter(isWanted).sort((a, b) => b.id - a.id)
  }

  freeSlug(title: string): string {
    const words =
      title
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? 'article'
    return this.articles.has(words) ? `${words}-${this.nextId()}` : words
  }
}
