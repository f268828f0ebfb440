/** What users say of themselves. */
interface Account {
  /** @validate required,max=40 */
  username: string
  /** @validate email */
  email: string
  /** @validate min=8 */
  password: string
  bio: string | null
  /** @validate http_url */
  image: string | null
}

/** @json */
export interface NewUser {
  user: Pick<Account, 'username' | 'email' | 'password'>
}

/** @json */
export interface Login {
  user: Pick<Account, 'email' | 'password'>
}

/** What is left out stays as it is. @json */
export interface UserUpdate {
  user: Partial<Account>
}

/** What others see of a user. */
export interface Profile {
  username: string
  bio: string | null
  image: string | null
  following: boolean
}

/** @response */
export interface UserAnswer {
  user: Omit<Account, 'password'> & { token: string }
}

/** @response */
export interface ProfileAnswer {
  profile: Profile
}
