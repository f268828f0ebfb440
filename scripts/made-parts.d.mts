/** A page of docs with its made parts. @param name below docs: `ctx.md` */
export declare function withMadeParts(name: string, text: string): string
