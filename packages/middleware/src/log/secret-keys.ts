/** `*token`: every name that ends in `token`. */
const usual =
  `*token *secret *password *passwd *passphrase *signature *credential *session *sessionid *apikey *jwt *otp
  accesscode accesskey assertion auth authcode authorization backupcode code encryptionkey invitecode key logincode magic
  mfa mfacode otpcode pass passcode pin privatekey pwd recoverycode resetcode samlresponse secretkey securitycode sid sig
  signingkey smscode state ticket totpcode verificationcode verifycode`.split(/\s+/)

/** The query keys whose values no log shows. */
export class SecretKeys {
  readonly #names = new Set<string>()
  readonly #ends: string[] = []

  constructor(keys: readonly string[] = usual) {
    for (const key of keys) {
      if (key.startsWith('*')) this.#ends.push(plain(key.slice(1)))
      else this.#names.add(plain(key))
    }
  }

  /** Binders read `token[]` and `login[password]` as well. */
  has(key: string): boolean {
    return [key, ...key.split(/[[\].]/)].map(plain).some((name) => this.#isSecret(name))
  }

  #isSecret(name: string): boolean {
    return this.#names.has(name) || this.#ends.some((end) => name.endsWith(end))
  }
}

/** `reset-token`, `reset_token` and `resetToken` are one name. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '')
}
