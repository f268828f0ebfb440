/** The address of a page. */
export interface Place {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

export interface Page {
  readonly title: string
  readonly content: Node
}

export type Show = (place: Place) => Page | Promise<Page>

type Route = readonly [path: RegExp, show: Show]

let routes: readonly Route[] = []
let onPage: (page: Page) => void = () => {}
let latest = 0

/** Shows the page of the address, and of each link that is followed. */
export function start(known: readonly Route[], show: (page: Page) => void): Promise<void> {
  routes = known
  onPage = show
  addEventListener('popstate', () => void showPage())
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOther =
      event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey
    if (link === null || isOther || link.origin !== location.origin || findRoute(link.pathname) === undefined)
      return
    event.preventDefault()
    void navigate(link.pathname + link.search)
  })
  return showPage()
}

export function navigate(path: string): Promise<void> {
  history.pushState(undefined, '', path)
  scrollTo(0, 0)
  return showPage()
}

/** Shows another page in place of this one, to which Back must not lead. */
export function redirect(path: string): Promise<void> {
  history.replaceState(undefined, '', path)
  return showPage()
}

async function showPage(): Promise<void> {
  const mine = ++latest
  const { pathname, search } = location
  const found = findRoute(pathname)
  if (found === undefined) return
  const page = await found.show({ params: found.params, query: new URLSearchParams(search) })
  // A later click may have been answered sooner.
  if (mine === latest) onPage(page)
}

function findRoute(pathname: string): { readonly show: Show; readonly params: Place['params'] } | undefined {
  for (const [path, show] of routes) {
    const match = path.exec(pathname)
    if (match !== null) return { show, params: decoded(match.groups ?? {}) }
  }
  return undefined
}

function decoded(groups: Readonly<Record<string, string>>): Place['params'] {
  return Object.fromEntries(
    Object.entries(groups)
      .filter(([, text]) => text !== undefined)
      .map(([name, text]) => [name, decodeText(text)]),
  )
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
