import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { messagesByKind, ruleConstant } from '@ctxgen/core/rules/rule-names'
import type { MessagesByKind } from '@ctxgen/core/rules/rule-row'
import { rules } from '@ctxgen/core/rules/rules'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textTests } from '../../packages/codegen/src/check/rules/text-tests.ts'
import { runtimeNames } from '../../packages/codegen/src/emit/text/runtime-names.ts'
import { root } from '../support/fixture-folders.ts'
import { languages } from '../support/languages.ts'

/** The names of codegenv1 that the build makes from the tables of rules and formats. */
const ruleExports = [
  ...[...rules].flatMap(([rule, { text }]) =>
    Object.keys(messagesByKind(text)).map((kind) => ruleConstant(rule, kind as keyof MessagesByKind)),
  ),
  ...new Set(textTests.keys()),
].join(' ')

/** Each language is an entry that exports its messages by its name. */
const ofLanguages = Object.fromEntries(
  languages.map((language) => [`@ctxgen/runtime/messages/${language}`, { values: language, types: '' }]),
)

/** Every importable name of ours. Adding or removing one is decided here. */
const publicApi: Readonly<Record<string, { readonly values: string; readonly types: string }>> = {
  '@ctxgen/codegen': {
    values: `DiskState UsageError createGenerator generate sweepTemporaryFiles temporaryName transpileTypeScript`,
    types: `Dependencies Diagnostic FileOutcome GenerateOptions GenerateResult Generator InputRoot MemoryFile
      MemoryResult Progress RulePlace SourceSpan`,
  },
  '@ctxgen/codegen/cached': {
    values: `generateCached`,
    types: ``,
  },
  '@ctxgen/codegen/client': {
    values: `ClientReader bodyFormats findBrokenCalls generateClient isSameClient saveClient`,
    types: `BodyFormat ClientFile ClientOptions ClientResult`,
  },
  '@ctxgen/codegen/migrate': {
    values: `libraries migrate`,
    types: `Library MigrateOptions MigrateResult MigratedFile MigratedName`,
  },
  '@ctxgen/codegen/openapi': {
    values: `AsyncApiReader OpenApiReader documentText findBreakingChanges generateAsyncApi generateOpenApi parseDocument verifyRoutes`,
    types: `AsyncApiDocument AsyncApiOptions AsyncApiResult AsyncChannel AsyncOperation Components DocumentPart DocumentedOperation DocumentedResponse GeneratedDocument Header Info MediaType
      OpenApiDocument OpenApiOptions OpenApiResult Parameter PathItem ReadRoute RequestBody RunningRoute Schema
      SecurityScheme Server SpecVersion`,
  },
  '@ctxgen/codegen/editor': {
    values: `EditorProject`,
    types: `Completion Position`,
  },
  '@ctxgen/codegen/openapi-cached': {
    values: `documentText openApiCached saveDocument staleFile`,
    types: ``,
  },
  '@ctxgen/codegen/project-root': {
    values: `findProjectRoot isInside`,
    types: ``,
  },
  '@ctxgen/codegen/recall': {
    values: `findCompileCache recall`,
    types: ``,
  },
  '@ctxgen/codegen/usage-error': {
    values: `UsageError`,
    types: ``,
  },
  '@ctxgen/codegen/project-file': {
    values: `openProjectFile writeProjectFile`,
    types: `ProjectFile Refusal`,
  },
  ctxgen: {
    values: `UsageError defineConfig generate generateClient generateOpenApi`,
    types: `ClientConfig ClientFile ClientOptions ClientResult Config Diagnostic FileOutcome GenerateOptions GenerateResult
      MemoryFile MemoryResult OpenApiConfig OpenApiOptions OpenApiResult Progress SourceSpan`,
  },
  'ctxgen/esbuild': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  // Hooks for node's loader, which `--verify` names.
  'ctxgen/typescript-hooks': {
    values: `load resolve`,
    types: ``,
  },
  'ctxgen/rolldown': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  'ctxgen/rollup': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  'ctxgen/rspack': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  'ctxgen/unplugin': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  'ctxgen/vite': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  'ctxgen/webpack': {
    values: `default module.exports`,
    types: `PluginOptions`,
  },
  '@ctxgen/middleware/basic-auth': {
    values: `basicAuth hashPassword hashedUsers isPassword`,
    types: `BasicAuthOptions Login UserResult`,
  },
  '@ctxgen/middleware/bearer-auth': {
    values: `bearerAuth insufficientScope isSameSecret`,
    types: `BearerAuthOptions Login UserResult`,
  },
  '@ctxgen/middleware/cache': {
    values: `cache`,
    types: `CacheOptions TextStore`,
  },
  '@ctxgen/middleware/encrypt-cookie': {
    values: `encryptCookie`,
    types: `EncryptCookieOptions`,
  },
  '@ctxgen/middleware/idempotency': {
    values: `idempotency`,
    types: `IdempotencyOptions TextStore`,
  },
  '@ctxgen/middleware/jwt': {
    values: `jwt`,
    types: `JWTPayload JwtKeySet JwtOptions JwtSchemeOptions KeyOptions Login UserResult`,
  },
  '@ctxgen/middleware/memory-store': {
    values: `memoryStore`,
    types: `MemoryStoreOptions TextStore`,
  },
  '@ctxgen/middleware/nats-channels': {
    values: `natsChannels`,
    types: `NatsChannelsOptions NatsConnection`,
  },
  '@ctxgen/middleware/optional': {
    values: `optional`,
    types: `Login`,
  },
  '@ctxgen/middleware/otel': {
    values: `otel`,
    types: `Otel OtelOptions`,
  },
  '@ctxgen/middleware/postgres-store': {
    values: `postgresStore`,
    types: `PostgresClient PostgresStore PostgresStoreOptions TextStore`,
  },
  '@ctxgen/middleware/proxy': {
    values: `proxy`,
    types: `ProxyOptions ProxyTarget`,
  },
  '@ctxgen/middleware/redis-channels': {
    values: `redisChannels`,
    types: `RedisChannelsClient RedisChannelsOptions`,
  },
  '@ctxgen/middleware/redis-store': {
    values: `redisStore`,
    types: `RedisClient RedisStoreOptions TextStore`,
  },
  '@ctxgen/middleware/compress': {
    values: `compress`,
    types: `Coding CompressOptions CompressionLevel`,
  },
  '@ctxgen/middleware/paginate': {
    values: `cursorLinks cursors offsetOf pageLinks`,
    types: `CursorPlace CursorQuery Cursors PagePlace PageQuery`,
  },
  '@ctxgen/middleware/cors': {
    values: `cors`,
    types: `AllowsOrigin CorsOptions`,
  },
  '@ctxgen/middleware/helmet': {
    values: `cspNonce helmet helmetOverride nonce`,
    types: `CspDirectives CspOptions CspSource HelmetOptions HstsOptions`,
  },
  '@ctxgen/middleware/host-authorization': {
    values: `hostAuthorization`,
    types: `HostAuthorizationOptions`,
  },
  '@ctxgen/middleware/key-auth': {
    values: `isSameSecret keyAuth keyList`,
    types: `KeyAuthOptions Login UserResult`,
  },
  '@ctxgen/middleware/limiter': {
    values: `limiter`,
    types: `LimiterOptions SharedCount SharedCounter`,
  },
  '@ctxgen/middleware/logger': {
    values: `logger`,
    types: `AccessFacts LoggerOptions ObjectLogger`,
  },
  '@ctxgen/middleware/request-id': {
    values: `requestId requestIdOf`,
    types: `RequestIdOptions`,
  },
  '@ctxgen/middleware/cache-control': {
    values: `cacheControl`,
    types: `CacheControlOptions`,
  },
  '@ctxgen/middleware/etag': {
    values: `etag`,
    types: `EtagOptions`,
  },
  '@ctxgen/middleware/favicon': {
    values: `favicon`,
    types: `FaviconOptions`,
  },
  '@ctxgen/middleware/healthcheck': {
    values: `livez readyz startupz`,
    types: `HealthOptions Probe`,
  },
  '@ctxgen/middleware/redirect': {
    values: `redirect`,
    types: `PathRules RedirectOptions`,
  },
  '@ctxgen/middleware/rewrite': {
    values: `rewrite`,
    types: `PathRules`,
  },
  '@ctxgen/middleware/server-timing': {
    values: `serverTiming timing`,
    types: `ServerTimingOptions`,
  },
  '@ctxgen/middleware/skip': {
    values: `skip`,
    types: ``,
  },
  '@ctxgen/middleware/static': {
    values: `serveStatic`,
    types: `StaticOptions`,
  },
  '@ctxgen/middleware/timeout': {
    values: `timeout`,
    types: `TimeoutOptions`,
  },
  '@ctxgen/middleware/concurrency': {
    values: `concurrency`,
    types: `ConcurrencyOptions`,
  },
  '@ctxgen/middleware/csrf': {
    values: `csrf csrfToken csrfTokenOf`,
    types: `CsrfOptions CsrfTokenOptions TextStore`,
  },
  '@ctxgen/middleware/early-data': {
    values: `earlyData`,
    types: `EarlyDataOptions`,
  },
  '@ctxgen/middleware/metrics': {
    values: `metrics`,
    types: `Metrics MetricsOptions`,
  },
  '@ctxgen/middleware/session': {
    values: `Session session sessionOf`,
    types: `SessionData SessionOptions TextStore`,
  },
  '@ctxgen/runtime': {
    values: `App Bind BindError BindSource Ctx FileHeader FileStream Group HttpError ParseError Part ValidationError
      defaultBindSettings guard locals params problemOf query setParserDecoder`,
    types: `Answered AskOptions AppConfig AsyncBinder AsyncRule BrokerListener BrokerSubscription Channel ChannelBroker ChannelDto ChannelOptions CtxWith Guard GroupHandlers Bindable BindInput BindIssue BindSettings
      BindSourceName Binder BinderKeys BinderName ByteRange
      CborCodec ClientHelloInfo Codec Cookie CustomBinder CustomConstraint DecodeLimits Dto SentDto ErrorHandler ErrorHeaders EventFields EventOptions EventStream EventsFunction EventsResult
      FailedRequest FetchPeer FileStats FileStorage FileSystem FormatEntry GenericType Handler HookOptions IssueCode IssueExpected IssueInput IssueValues LastBoundTexts
      ListenOptions ListenAddress Locals LoggedMessage BindMapOptions Mountable MsgPackCodec MultipartForm NodeHandler OnError OnResponse OwnBindIssue OwnIssue OwnValidationIssue
      ParserConfig ParserType PathRoutes PartHeaders ConnectionPeer Problem ProblemEntry Ranges Redirect ReqView RequestCtx ResView
      RouteHandlers RouteInfo RouteOptions RouteTarget RuleContext SaveOptions SendFileOptions Sendable ShutdownOptions Socket SocketDto SocketHooks SocketLimits StartHook StopHook StreamInput
      StreamWriter StreamWriterFunction StructValidator SubscribeOptions Subscriber
      BoundTexts TrustProxyConfig ValidationIssue Views float32 float64 int int16 int32 int64 int8 uint uint16
      uint32 uint64 uint8`,
  },
  '@ctxgen/runtime/adapters': {
    values: `expressInput fastifyInput fetchInput fromConnect honoInput keepFastifyBodies koaInput leaveFastifyBodies lambdaInput
      messageInput problemOf`,
    types: `ConnectMiddleware ExpressRequest FastifyParsers FastifyReply FastifyRequest HonoContext InputConfig KoaContext
      LambdaConfig LambdaEvent QueueMessage
      Problem ProblemEntry RequestConfig RouteParams`,
  },
  '@ctxgen/runtime/cbor': {
    values: `cbor`,
    types: `CborCodec`,
  },
  '@ctxgen/runtime/codegenv1': {
    values: `JsonMembers add allOf asBigint asBool asDate asFloat32 asInt asInt16 asInt32 asInt64 asInt8 asLongAs
    asNothing asNumber asParsed asText asUint asUint16 asUint32 asUint64 asUint8 askRule asyncBinder
    asyncValidator beginsLikeItsType binder bodyBinder bodyOf branchMember cborBinder choice chosen clientNames clientText colorPattern
    containsAny cookiePairs customRule dateLayout dense discriminantOf each eitherRule
    emailPattern enumOf exactStringifier formPairs hasDuplicates
    hasDuplicatesOf hasMembers headerJson headerList headerValue hidingTable hslPattern hslaPattern
    isList isMediaType isMultipleOf
    jsonBigint jsonBinder jsonBool jsonBytes jsonChoice jsonDate jsonFile jsonFloat32 jsonInt jsonInt16
    jsonInt32 jsonInt64 jsonInt8 jsonList jsonLists jsonNothing jsonNumber jsonNumbers jsonNumeric
    jsonObject jsonObjectOrList jsonObjects jsonOneOf jsonOthers jsonParsed jsonRecord jsonRest
    jsonSender jsonString jsonStrings jsonTemplate jsonTransformed jsonTuple jsonUint jsonUint16
    jsonUint32 jsonUint64 jsonUint8 jsonUnknown keyTable listBranch longerThan
    decodedDto makeDto matches misfit msgPackBinder noBranch noneOf
    notedChoice oneOf oneOfMixed onlyMember openBranch own ownMember
    pairElement pairEntry pairFile pairFiles pairIndexed pairIndexedFile pairJson pairList pairStream pairStreams pairTexts
    placesOf plainBranch plainList plainNumberRecord plainRecord plainScalar plainScalars present queryPairs quotedRule readAnyBody
    readBody readCbor readJson readMsgPack recordBranch recursive requestHeaders requiredBelow
    responseHeaders rgbPattern rgbaPattern sentBranch sentDto sentList sentMember sentName
    sentObject sentScalar sentScalars sentShape sentValueShape shape shorterThan socketDto stringifier tagOf
    templateOf textTuple transformed tupleBranch unsent uploadBinder uriJson uriList uriValue validator
    valueChoice valueShape within withoutGaps xmlBody xmlList xmlObject xmlObjects xmlRecord xmlValue
    ${ruleExports}`,
    types: `Alike AsyncBinder AsyncBodyBinder AsyncBodyDto AsyncDto AsyncRuledBy AsyncValidates
    AsyncValidator BindInput Binder BodyBinder BodyDto BodyFormats Branded Current CurrentBody Draft Dto Elements EnumOf
    FileHeader FileHeaderOf FileStream FileStreamOf FormPairs Issues JsonObject JsonReader Kept Key ListOf MapOf OneOf Members ParsedBy PendingIssues Reading
    RecursiveShape RuledBy Scalar SendJson Sends SentDto SentForm Shape SocketDto Stringify Unchanged UnchangedBody UploadDto Validates Validator Writable XmlElement`,
  },
  '@ctxgen/runtime/docs': {
    values: `docs`,
    types: ``,
  },
  '@ctxgen/runtime/messages': {
    values: `catalogues inLanguage`,
    types: `ByType FullMessages IssueName KindName Messages Plural RuleName Template Translator Words`,
  },
  ...ofLanguages,
  '@ctxgen/runtime/msgpack': {
    values: `msgpack`,
    types: `MsgPackCodec`,
  },
  '@ctxgen/runtime/check': {
    values: `formCheck jsonCheck queryCheck`,
    types: `Check`,
  },
  '@ctxgen/runtime/testing': {
    values: `DocumentError UpgradeRefused documented eventsOf openSocket`,
    types: `ReceivedEvent SocketClose TestSocket`,
  },
  '@ctxgen/runtime/middleware': {
    values: `acceptedCoding answerOf awaitsBody clientOf giveUp headerSet matchedPath parseHttpDate recodeBody recodeStream removeHeader replaceCookies requestHeader setHeaders takesStream watchStream`,
    types: `Answer HeaderSet StreamCoder StreamWatcher`,
  },
  '@ctxgen/runtime/views': {
    values: `etaViews`,
    types: `EtaOptions Views`,
  },
  '@ctxgen/runtime/xml': {
    values: ``,
    types: ``,
  },
}

for (const [entry, { values, types }] of Object.entries(publicApi)) {
  test(`${entry}: values`, async () => {
    assert.equal(Object.keys(await import(entry)).sort(), words(values))
  })

  test(`${entry}: values and types, by its index`, () => {
    assert.equal(exportedNames(entry), [...words(values), ...words(types)].sort())
  })
}

test('there are no other entry points', () => {
  const entries = ['runtime', 'codegen', 'cli', 'middleware'].flatMap((folder) => {
    const { name, exports } = manifestOf(folder)
    return Object.keys(exports).flatMap((key) => {
      const entry = `${name}${key.slice(1)}`
      return key === './messages/*' ? languages.map((language) => entry.replace('*', language)) : [entry]
    })
  })
  const manifests = ['@ctxgen/codegen', '@ctxgen/middleware', '@ctxgen/runtime', 'ctxgen'].map(
    (name) => `${name}/package.json`,
  )
  assert.equal(entries.sort(), [...Object.keys(publicApi), ...manifests].sort())
})

test('every import of generated files exists', () => {
  const door = publicApi['@ctxgen/runtime/codegenv1']
  const names = [...words(door?.values ?? ''), ...words(door?.types ?? '')]
  assert.equal(
    runtimeNames.filter((name) => !names.includes(name)),
    [],
  )
})

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, { readonly types?: string } | undefined>>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
}

/** The names in an entry's source, which re-exports them or declares its exports. */
function exportedNames(entry: string): readonly string[] {
  const [, folder = 'cli', key = ''] = /^@ctxgen\/(\w+)(\/.*)?$/.exec(entry) ?? [
    '',
    'cli',
    entry.slice('ctxgen'.length),
  ]
  const { exports } = manifestOf(folder)
  const { types = '' } = exports[`.${key}`] ?? exports[`.${dirname(key)}/*`] ?? {}
  const file = types
    .replace('*', basename(key))
    .replace(/^\.\/dist\//, 'src/')
    .replace(/\.d\.ts$/, '.ts')
  return namesIn(join(root, 'packages', folder, file))
}

/** Only names that the build makes are exported without a list. */
function namesIn(path: string): readonly string[] {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  assert.not.match(code, /export\s+default\b|export\s*\*(?! from '.*\.gen\.ts')/)
  const made = [...code.matchAll(/^export \* from '(.*)'/gm)].flatMap(([, other = '']) =>
    namesIn(join(dirname(path), other)),
  )
  const lists = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const declared = [
    ...code.matchAll(
      /^export\s+(?:async\s+)?(?:abstract\s+)?(?:function|class|const|interface|type)\s+(\w+)/gm,
    ),
  ]
  const listed = lists.map((name) =>
    name
      .trim()
      .replace(/^type\s+/, '')
      .replace(/^\w+\s+as\s+/, '')
      .replace(/^'(.*)'$/, '$1'),
  )
  // A function has several lines with overloads.
  const own = new Set(declared.map(([, name = '']) => name))
  return [...made, ...listed.filter((name) => name !== ''), ...own].sort()
}

function words(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort()
}

test.run()
