export type { IssueCode } from '@ctxgen/core/issue-code'
export { App } from './adapter/app.ts'
export type { FetchPeer } from './adapter/fetch/fetch-peer.ts'
export type { HookOptions, StartHook, StopHook } from './adapter/listen/lifecycle.ts'
export type { ListenOptions } from './adapter/listen/listen-options.ts'
export type { ListenAddress } from './adapter/listen/listening.ts'
export type { ShutdownOptions } from './adapter/listen/shutdown.ts'
export type { NodeHandler } from './adapter/node/node-handler.ts'
export type { CustomBinder } from './app/app-binder.ts'
export type { AppConfig, ErrorHandler } from './app/app-config.ts'
export type {
  BrokerListener,
  BrokerSubscription,
  ChannelBroker,
  LoggedMessage,
} from './app/channels/broker.ts'
export type {
  Channel,
  ChannelDto,
  ChannelOptions,
  SubscribeOptions,
  Subscriber,
} from './app/channels/channel.ts'
export { type CtxWith, type Guard, guard } from './app/guard.ts'
export { type Problem, problemOf } from './app/problem.ts'
export type { ProblemEntry } from './app/problem-entry.ts'
export {
  Group,
  type GroupHandlers,
  type Mountable,
  type PathRoutes,
  type RouteHandlers,
  type RouteOptions,
} from './app/registrar.ts'
export type { AskOptions } from './app/ws/asks.ts'
export type { Socket, SocketHooks, SocketLimits } from './app/ws/socket.ts'
export { Bind, type BindMapOptions } from './bind/bind.ts'
export { defaultBindSettings } from './bind/binder/request-parsers.ts'
export type {
  AsyncBinder,
  Binder,
  BinderKeys,
  BinderName,
  Dto,
  SentDto,
  SocketDto,
} from './bind/dto/dto.ts'
export type { Bindable, BindInput, BindSettings, StructValidator } from './bind/reading/bind-input.ts'
export type { CborCodec, Codec, DecodeLimits, MsgPackCodec } from './bind/reading/codec.ts'
export { type ParserConfig, type ParserType, setParserDecoder } from './bind/reading/parser-config.ts'
export type { BoundTexts, LastBoundTexts } from './bind/sources/text-maps.ts'
export type { Answered, OnResponse } from './ctx/answered.ts'
export type { ClientHelloInfo } from './ctx/client-hello-info.ts'
export {
  Ctx,
  type FormatEntry,
  type Handler,
  type RequestCtx,
  type ReqView,
  type ResView,
  type RouteInfo,
} from './ctx/ctx.ts'
export type { FailedRequest, OnError } from './ctx/ctx-host.ts'
export type { FileStorage } from './ctx/ctx-request.ts'
export type { EventOptions } from './ctx/event-answer.ts'
export type { Locals } from './ctx/locals.ts'
export type { MultipartForm } from './ctx/received-body.ts'
export type { Redirect, RouteTarget } from './ctx/redirect.ts'
export type { Sendable } from './ctx/sendable.ts'
export { type GenericType, locals, params, query } from './ctx/typed-values.ts'
export {
  BindError,
  type BindIssue,
  BindSource,
  type BindSourceName,
  type OwnBindIssue,
  ParseError,
} from './error/bind-error.ts'
export { type ErrorHeaders, HttpError } from './error/http-error.ts'
export type { IssueInput } from './error/issue-input.ts'
export type { IssueExpected, IssueValues } from './error/issue-text.ts'
export {
  type OwnIssue,
  type OwnValidationIssue,
  ValidationError,
  type ValidationIssue,
} from './error/validation-error.ts'
export type {
  float32,
  float64,
  int,
  int8,
  int16,
  int32,
  int64,
  uint,
  uint8,
  uint16,
  uint32,
  uint64,
} from './number-types.ts'
export type { ByteRange, Ranges } from './request/byte-range.ts'
export { FileHeader, type PartHeaders } from './request/file-header.ts'
export { FileStream, type SaveOptions } from './request/file-stream.ts'
export type { ConnectionPeer } from './request/incoming.ts'
export { Part } from './request/part.ts'
export type { TrustProxyConfig } from './request/proxy-trust.ts'
export type { Cookie } from './response/cookie.ts'
export type { EventFields, EventStream, EventsFunction, EventsResult } from './response/event-body.ts'
export type { FileStats, FileSystem, SendFileOptions } from './response/file-store.ts'
export type { StreamInput } from './response/stream-source.ts'
export type { StreamWriter, StreamWriterFunction } from './response/stream-writer.ts'
export type { Views } from './response/view.ts'
export type { CustomConstraint } from './route/constraint.ts'
export type { AsyncRule, RuleContext } from './validate/rule-context.ts'
