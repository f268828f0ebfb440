import { Lexer, type Token, type Tokens } from 'marked'
import { el, safeUrl } from './dom.js'

/** Markdown as elements. HTML in it is shown as text, and so is all else that is not known here. */
export function markdown(source: string): readonly Node[] {
  try {
    return nodesOf(new Lexer({ gfm: true }).lex(source))
  } catch {
    // Such as a thousand quotes in one another.
    return [el('p', {}, source)]
  }
}

function nodesOf(tokens: readonly Token[] = []): readonly Node[] {
  return tokens.flatMap((token) => nodeOf(token as Tokens.Generic) ?? [])
}

function nodeOf(token: Tokens.Generic): Node | readonly Node[] | undefined {
  const inner = (): readonly Node[] => nodesOf(token.tokens)
  switch (token.type) {
    case 'space':
    case 'def':
      return undefined
    case 'heading':
      return el(`h${token['depth'] as 1 | 2 | 3 | 4 | 5 | 6}`, {}, ...inner())
    case 'paragraph':
      return el('p', {}, ...inner())
    case 'blockquote':
      return el('blockquote', {}, ...inner())
    case 'strong':
    case 'em':
    case 'del':
      return el(token.type, {}, ...inner())
    case 'list':
      return el(token['ordered'] === true ? 'ol' : 'ul', {}, ...(token['items'] as Token[]).flatMap(itemOf))
    case 'code':
      return el('pre', {}, el('code', {}, String(token['text'])))
    case 'codespan':
      return el('code', {}, String(token['text']))
    case 'hr':
    case 'br':
      return el(token.type)
    case 'link':
      return linkOf(String(token['href']), inner())
    case 'image':
      return linkOf(String(token['href']), [new Text(String(token['text']))])
    case 'escape':
    case 'text':
      return token.tokens === undefined ? new Text(String(token['text'])) : inner()
    default:
      return new Text(token.raw)
  }
}

function itemOf(item: Token): Node {
  return el('li', {}, ...nodesOf((item as Tokens.ListItem).tokens))
}

function linkOf(written: string, content: readonly Node[]): Node | readonly Node[] {
  const href = safeUrl(written)
  return href === undefined ? content : el('a', { href, rel: 'nofollow ugc noopener' }, ...content)
}
