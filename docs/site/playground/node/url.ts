export const fileURLToPath = (url: string): string => new URL(url).pathname
