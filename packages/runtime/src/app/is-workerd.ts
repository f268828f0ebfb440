declare const navigator: { readonly userAgent: string } | undefined

/** Whether this is Cloudflare's runtime. */
export const isWorkerd: boolean =
  typeof navigator === 'object' && navigator.userAgent === 'Cloudflare-Workers'
