export const isIPv4 = (text: string): boolean =>
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)
export const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`)
export const isIP = (text: string): number => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0)
