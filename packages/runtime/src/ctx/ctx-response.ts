import { HttpError } from '../error/http-error.ts'
import { negotiatedType } from '../request/accept.ts'
import { headerList } from '../request/header-lines.ts'
import { trimBlanks } from '../request/trim-blanks.ts'
import { autoFormatOf, autoFormatOffers, htmlParagraph, shownText } from '../response/auto-format.ts'
import { attachmentHeader } from '../response/content-disposition.ts'
import type { SendFileOptions } from '../response/file-store.ts'
import { checkHeader } from '../response/header-safety.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { viewData } from '../response/view.ts'
import { routeUrl } from '../route/route-url.ts'
import { CtxBody } from './ctx-body.ts'
import type { Handler } from './handler.ts'
import { Redirect } from './redirect.ts'
import type { ViewsHost } from './templates.ts'
import { checkAwaited, type Unpromised } from './unpromised.ts'

/** One of the answers `format` chooses from. */
export interface FormatEntry {
  /** A media type, or `default` for when the client takes none of the others. */
  readonly mediaType: string
  readonly handler: Handler
}

/** The methods that encode the value itself. */
const encoders = { json: 'json', xml: 'xml', msgpack: 'msgPack', cbor: 'cbor' } as const

const htmlType = 'text/html; charset=utf-8'

/** The part of section 4.4 of the interface that chooses, renders, redirects and sends files. */
export abstract class CtxResponse extends CtxBody {
  /** Answers in the format the client likes best of HTML, JSON, text, XML, MessagePack and CBOR, in this order of equals; text when in doubt. */
  autoFormat<T>(given: Unpromised<T>): void {
    const body: unknown = given
    checkAwaited('autoFormat', body)
    const { bind, jsonEncoder } = this.vary('Accept').owner.settings
    const accept = headerList(this.incoming.rawHeaders, 'accept')
    const offers = autoFormatOffers(bind.msgPack !== undefined, bind.cbor !== undefined)
    const chosen = trimBlanks(accept) === '' ? '' : negotiatedType(accept, offers)
    const format = autoFormatOf(chosen)
    if (format === 'html')
      this.set('Content-Type', htmlType).sendString(htmlParagraph(shownText(body, jsonEncoder)))
    else if (format === 'txt') this.type('txt').sendString(shownText(body, jsonEncoder))
    else this[encoders[format]](body)
  }

  /**
   * Sends a file for the client to save, as `filename` or the file's own base name.
   * @throws HttpError 404 when there is none.
   */
  download(file: string, filename?: string): Promise<void> {
    const shown = filename === undefined || filename === '' ? file : filename
    return this.draft && this.track(this.sendFound(file, {}, attachmentHeader(shown)), 'download()')
  }

  /** Closes the connection without an answer: the client sees neither headers nor a body. */
  drop(): void {
    if (this.incoming) this.abandon()
  }

  /**
   * Sends the response at once, as the last of its connection. Whatever is called on the Ctx afterwards throws.
   * @throws Error while a file or a template is on its way.
   */
  end(): void {
    const { draft } = this
    if (draft.isReserved) throw new Error('end() before the body is there: await what makes it')
    draft.putHeader('Connection', 'close')
    this.work.isOver = true
    this.leave()
  }

  /**
   * Runs the handler of the entry that the client likes best, the first of those it likes as well. Without a match `default`
   * runs, else the answer is 406. @throws what the handler throws; TypeError without entries, or for one without handler.
   */
  format(...entries: FormatEntry[]): Promise<void> {
    checkEntries(entries)
    const { draft } = this.vary('Accept')
    const chosen = chooseEntry(entries, headerList(this.incoming.rawHeaders, 'accept'))
    if (chosen === undefined) this.sendStatus(406)
    else if (chosen.mediaType !== 'default') draft.setHeader('Content-Type', chosen.mediaType)
    return this.track(this.runEntry(chosen), 'format()')
  }

  protected async runEntry(entry: FormatEntry | undefined): Promise<void> {
    if (entry !== undefined) this.keepResult(await Reflect.apply(entry.handler, undefined, [this]))
  }

  /**
   * The path of a named route, its parameters put in as they are; one that is missing leaves its place empty. It begins
   * with one slash, as two would make it another host. @throws HttpError 404 when no route has the name.
   */
  getRouteURL(routeName: string, params: Readonly<Record<string, unknown>> = {}): string {
    const { router, settings } = this.incoming && this.owner
    const route = router.named(routeName)
    if (route === undefined) throw new HttpError(404, 'There is no route of that name')
    return routeUrl(route, params, settings.caseSensitive)
  }

  /** Sends the client elsewhere: `redirect().to(url)` with 303, unless `status` says otherwise. */
  redirect(): Redirect {
    return new Redirect(this, this.draft)
  }

  /**
   * Renders a template and answers with it as HTML. Its data beats what `viewBind` gave, and that beats the locals
   * (which are there with `passLocalsToViews`). An empty layout stands for none. @throws what the engine throws.
   */
  render(name: string, data: Readonly<Record<string, unknown>> = {}, ...layouts: string[]): Promise<void> {
    const { draft, owner } = this
    checkAwaited('render', data)
    const { passLocalsToViews, viewsLayout } = owner.settings
    const { bound, templates } = this.work
    const shown = viewData(passLocalsToViews ? this.stored : undefined, bound, data)
    const usual = templates === undefined ? viewsLayout : templates.layout
    const around = (layouts.length > 0 ? layouts : [usual]).filter((layout) => layout !== '')
    const { host = owner } = templates ?? {}
    return this.track(sendRendered(draft, rendering(host, name, shown, around)), 'render()')
  }

  /** Sends an interim 103 response with these Link values, and the same values with the final one. */
  sendEarlyHints(hints: readonly string[]): Promise<void> {
    const { draft } = this
    for (const hint of hints) checkHeader('Link', hint)
    if (hints.length > 0) this.transport.sendEarlyHints(this.outgoing, hints)
    for (const hint of hints) draft.addHeader('Link', hint)
    return this.track(Promise.resolve(), 'sendEarlyHints()')
  }

  /** Sends a file. @throws HttpError 404 when there is none, or it lies outside `root`. */
  sendFile(path: string, options: SendFileOptions = {}): Promise<void> {
    return this.draft && this.track(this.sendFound(path, options), 'sendFile()')
  }

  /** @param disposition the Content-Disposition of the file. */
  protected async sendFound(path: string, options: SendFileOptions, disposition?: string): Promise<void> {
    const { draft, owner, verb: method, pathText } = this
    const { rawHeaders } = this.incoming
    const { maxRanges } = owner.settings
    const place = draft.reserve()
    try {
      const store = await owner.fileStore()
      await store.send(draft, { method, rawHeaders, path: pathText, maxRanges, place }, path, options)
      if (disposition !== undefined && draft.holds(place))
        draft.putBodyHeader('Content-Disposition', disposition)
    } finally {
      draft.release(place)
    }
  }

  /** Adds variables that every template rendered for this request sees. */
  viewBind(vars: Readonly<Record<string, unknown>>): this {
    const { work } = this.draft && this
    work.bound = { ...work.bound, ...vars }
    return this
  }

  /** Aborts when the client goes before it has the whole response. */
  signal(): AbortSignal {
    return this.incoming && this.abortSignal()
  }
}

async function sendRendered(draft: ResponseDraft, rendered: Promise<string>): Promise<void> {
  const place = draft.reserve()
  try {
    const html = await rendered
    if (!draft.holds(place)) return
    draft.replaceBody(html)
    draft.putHeader('Content-Type', htmlType)
  } finally {
    draft.release(place)
  }
}

async function rendering(
  host: ViewsHost,
  name: string,
  data: Readonly<Record<string, unknown>>,
  layouts: readonly string[],
): Promise<string> {
  const engine = await host.views()
  return engine.render(name, data, layouts)
}

/** A mistake in an entry that few clients choose shows itself to the first of them all. */
function checkEntries(entries: readonly FormatEntry[]): void {
  if (entries.length === 0) throw new TypeError('format() needs something to choose from')
  const wrong = entries.find(({ handler }) => typeof handler !== 'function')
  if (wrong !== undefined) throw new TypeError(`format(): ${wrong.mediaType} has no handler`)
}

/** The entry of the media type that the client prefers; `default` when it takes none of them. */
function chooseEntry(entries: readonly FormatEntry[], accept: string): FormatEntry | undefined {
  const offers = entries.filter(({ mediaType }) => mediaType !== 'default')
  const types = offers.map(({ mediaType }) => mediaType)
  const best = negotiatedType(accept, types)
  return (
    offers.find(({ mediaType }) => mediaType === best) ??
    entries.find(({ mediaType }) => mediaType === 'default')
  )
}
