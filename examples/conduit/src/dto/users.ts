/** The account data that users enter. */
interface Account {
  /** @validate required,max=40 */
  username: string
  /** @validate email */
  email: string
  /** @validate min=8 */
  password: string
  bio: string | null
  /** Any text, as in RealWorld. Pages show a URL of http or https alone. */
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

/** Absent properties are unchanged. @json */
export interface UserUpdate {
  user: Partial<Account>
}

/** A user as seen by others. */
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
