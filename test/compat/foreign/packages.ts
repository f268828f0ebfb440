/** A published package, and types of it that somebody would bind or send. */
export interface ForeignPackage {
  readonly name: string
  readonly version: string
  /** The domain of its types. */
  readonly about: string
  /** The head of each source: imports, and schemas or tables made with the package. */
  readonly source: string
  /** Type expressions. A word alone is one; other lines are `Name = expression`. */
  readonly types: readonly string[]
  /** Packages that its types need beside it, with versions. */
  readonly beside?: Readonly<Record<string, string>>
}

/** The share of data types that has to be generated. */
export const goal = 0.9

export const packages: readonly ForeignPackage[] = [
  {
    name: 'stripe',
    version: '23.1.0',
    about: 'payments',
    source: `import type { Stripe } from 'stripe'`,
    types:
      words(`Stripe.PaymentIntent Stripe.Charge Stripe.Customer Stripe.Invoice Stripe.Subscription Stripe.Token
      Stripe.Payout Stripe.SetupAttempt Stripe.FundingInstructions Stripe.FeeRefund Stripe.JapanAddress
      Stripe.CouponListParams Stripe.InvoiceUpdateParams Stripe.PaymentMethodListParams
      Stripe.SubscriptionUpdateParams Stripe.BalanceAvailableEvent Stripe.InvoiceOverpaidEvent
      Stripe.SubscriptionScheduleCompletedEvent Stripe.PlanListParams Stripe.QuoteAcceptedEvent`),
  },
  {
    name: 'openai',
    version: '7.57.0',
    about: 'AI API',
    source: `import type * as Chat from 'openai/resources/chat/completions'
import type * as All from 'openai/resources/index'
import type * as Responses from 'openai/resources/responses/responses'`,
    types: words(`Chat.ChatCompletion Chat.ChatCompletionChunk Chat.ChatCompletionMessageParam
      Chat.ChatCompletionCreateParams Chat.ChatCompletionContentPart All.AudioModel All.BatchCreateParams
      All.EvalCustomDataSourceConfig All.FileObject All.ImageGenerateParamsNonStreaming
      All.ModerationImageURLInput All.Upload All.VectorStoreSearchResponse All.ReasoningEffort Responses.Response
      Responses.CustomTool Responses.ResponseComputerToolCallOutputItem Responses.ResponseOutputItem
      Responses.ResponseFormatTextJSONSchemaConfig Responses.Tool Responses.ResponseInputItem
      Responses.WebSearchTool`),
  },
  {
    name: '@anthropic-ai/sdk',
    version: '1.12.0',
    about: 'AI API',
    source: `import type * as Messages from '@anthropic-ai/sdk/resources/messages/messages'`,
    types: words(`Messages.Message Messages.MessageParam Messages.MessageCreateParams Messages.ContentBlock
      Messages.ContentBlockParam Messages.RawMessageStreamEvent Messages.Tool Messages.ToolUnion
      Messages.AssistantMessageParam Messages.CitationCharLocationParam Messages.CodeExecutionToolResultBlockContent
      Messages.ImageBlockParam Messages.RawMessageDeltaEvent Messages.ServerToolUseBlock Messages.ThinkingBlockParam
      Messages.WebFetchToolResultErrorBlockParam Messages.MessageStartEvent Messages.MessageCountTokensParams`),
  },
  {
    name: '@octokit/openapi-types',
    version: '29.0.1',
    about: 'code hosting, openapi-typescript',
    source: `import type { components, operations } from '@octokit/openapi-types'
type Schemas = components['schemas']`,
    types: [
      ...[
        'simple-user',
        'issue',
        'repository',
        'pull-request',
        'workflow-run',
        'webhook-config',
        'repository-ruleset',
        'code-scanning-alert',
        'check-run',
        'commit',
        'content-tree',
        'timeline-issue-events',
        'code-of-conduct',
        'gist-simple',
        'installation',
        'label',
        'marketplace-purchase',
        'package-version',
        'team',
      ].map((name) => `components['schemas']['${name}']`),
      `IssueCreateBody = operations['issues/create']['requestBody']['content']['application/json']`,
      `IssueListQuery = NonNullable<operations['issues/list-for-repo']['parameters']['query']>`,
      `Alias = Schemas['integration']`,
    ],
  },
  {
    name: '@octokit/webhooks-types',
    version: '7.6.1',
    about: 'code hosting',
    source: `import type * as Hooks from '@octokit/webhooks-types'`,
    types: words(`Hooks.IssuesEvent Hooks.PullRequestEvent Hooks.PushEvent Hooks.MilestoneEvent Hooks.Issue
      Hooks.PullRequestReviewCommentEvent Hooks.TeamEvent Hooks.Workflow Hooks.RepositoryLite
      Hooks.DiscussionLabeledEvent Hooks.MergeGroupDestroyedEvent Hooks.ReleaseAsset
      Hooks.SecurityAdvisoryUpdatedEvent Hooks.WorkflowStepCompleted`),
  },
  {
    name: '@slack/types',
    version: '3.2.0',
    about: 'chat platform',
    source: `import type * as Slack from '@slack/types'`,
    types:
      words(`Slack.AnyBlock Slack.SectionBlock Slack.ActionsBlock Slack.RichTextBlock Slack.RichTextElement
      Slack.Button Slack.StaticSelect Slack.NumberInput Slack.ContextActionsBlockElement Slack.VideoBlock
      Slack.OptionGroup Slack.SlackFile Slack.SlackEvent Slack.MessageEvent Slack.AppMentionEvent
      Slack.FileSharedEvent Slack.LinkSharedEvent Slack.UserProfileChangedEvent Slack.EntityMetadata Slack.View`),
  },
  {
    name: 'discord-api-types',
    version: '0.38.57',
    about: 'chat platform',
    source: `import type * as Discord from 'discord-api-types/v10'`,
    types:
      words(`Discord.APIMessage Discord.APIChannel Discord.APIInteraction Discord.APIEmbed Discord.APIUser
      Discord.APIMessageTopLevelComponent Discord.APIApplicationCommandOption Discord.GatewaySendPayload
      Discord.GatewayReceivePayload Discord.APIGuildStageVoiceChannel Discord.APIModalSubmission
      Discord.APIRadioGroupOption Discord.APISticker Discord.RESTAPIPoll Discord.UserAvatarFormat
      Discord.RESTPostAPIChannelMessageJSONBody Discord.RESTPostAPIGuildChannelJSONBody
      Discord.RESTPutAPIApplicationGuildCommandsJSONBody
      Discord.APIAuditLogChangeKeyColor Discord.RPCVoiceSettingsMode Discord.APIVoiceGuildScheduledEvent`),
  },
  {
    name: '@grammyjs/types',
    version: '5.0.0',
    about: 'messaging (Telegram)',
    source: `import type * as Telegram from '@grammyjs/types'`,
    types: words(`Telegram.Update Telegram.Message Telegram.InlineQueryResult Telegram.InlineKeyboardMarkup
      Telegram.ChatMemberLeft Telegram.KeyboardButtonPollType Telegram.RichMessage Telegram.Location
      Telegram.BackgroundTypeWallpaper Telegram.EncryptedPassportElement Telegram.TransactionPartnerUser
      Telegram.RichBlock Telegram.MenuButtonDefault Telegram.StoryAreaPosition Telegram.GiftInfo`),
  },
  {
    name: '@line/bot-sdk',
    version: '11.2.0',
    about: 'messaging',
    source: `import type { messagingApi, webhook } from '@line/bot-sdk'`,
    types: words(`messagingApi.Message messagingApi.FlexContainer messagingApi.QuickReply messagingApi.Action
      messagingApi.CarouselColumn messagingApi.RichMenuResponse messagingApi.NarrowcastProgressResponse
      messagingApi.CouponResponse messagingApi.Recipient messagingApi.MembershipListResponse webhook.Event
      webhook.CallbackRequest`),
  },
  {
    name: '@types/geojson',
    version: '7946.0.16',
    about: 'maps',
    source: `import type * as GeoJson from 'geojson'`,
    types:
      words(`GeoJson.Geometry GeoJson.Feature GeoJson.FeatureCollection GeoJson.GeoJSON GeoJson.Polygon GeoJson.BBox
      GeoJson.GeometryCollection GeoJson.GeoJsonProperties`),
  },
  {
    name: '@maplibre/maplibre-gl-style-spec',
    version: '26.6.0',
    about: 'maps',
    source: `import type * as Style from '@maplibre/maplibre-gl-style-spec'`,
    types: words(`Style.StyleSpecification Style.LayerSpecification Style.SourceSpecification
      Style.GeoJSONSourceSpecification Style.ExpressionSpecification Style.BackgroundLayerSpecification
      Style.FillLayerSpecification Style.SkySpecification Style.ColorSpecification Style.TerrainSpecification
      Style.LegacyFilterSpecification Style.ProjectionSpecification`),
  },
  {
    name: '@googlemaps/google-maps-services-js',
    version: '3.4.2',
    about: 'maps, enums',
    source: `import type * as Maps from '@googlemaps/google-maps-services-js'`,
    types: words(`Maps.DirectionsResponseData Maps.DistanceMatrixResponseData Maps.GeocodeResult Maps.Place
      Maps.PlaceAutocompleteResult Maps.GeocodeComponents Maps.LatLng Maps.DirectionsRoute Maps.TransitStop
      Maps.WifiAccessPoint Maps.AddressComponent Maps.ElevationResponseData Maps.OpeningHours`),
  },
  {
    name: 'schema-dts',
    version: '2.1.0',
    about: 'linked data',
    source: `import type * as Schema from 'schema-dts'`,
    types:
      words(`Schema.Rating Schema.Country Schema.DigitalPlatformEnumeration Schema.Quantity Schema.Boolean
      Schema.DayOfWeek Schema.Person Schema.MathSolver`),
  },
  {
    name: '@types/json-schema',
    version: '7.0.15',
    about: 'schemas',
    source: `import type * as JsonSchema from 'json-schema'`,
    types: words(`JsonSchema.JSONSchema7 JsonSchema.JSONSchema7Definition JsonSchema.JSONSchema7Type
      JsonSchema.JSONSchema7TypeName JsonSchema.JSONSchema4 JsonSchema.JSONSchema6 JsonSchema.ValidationResult
      JsonSchema.JSONSchema6Object`),
  },
  {
    name: 'openapi-types',
    version: '12.1.3',
    about: 'schemas',
    source: `import type { OpenAPIV2, OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'`,
    types:
      words(`OpenAPIV3.Document OpenAPIV3.SchemaObject OpenAPIV3.ParameterObject OpenAPIV3.SecuritySchemeObject
      OpenAPIV3.ServerObject OpenAPIV3.ComponentsObject OpenAPIV3.OperationObject OpenAPIV3.EncodingObject
      OpenAPIV3_1.Document OpenAPIV3_1.SchemaObject OpenAPIV2.SchemaObject OpenAPIV2.Parameter`),
  },
  {
    name: 'vega-lite',
    version: '6.5.0',
    about: 'charts',
    source: `import type { TopLevelSpec } from 'vega-lite'
import type { AnyMark } from 'vega-lite/types_unstable/mark.js'
import type { Transform } from 'vega-lite/types_unstable/transform.js'
import type { Axis } from 'vega-lite/types_unstable/axis.js'
import type { TimeUnit } from 'vega-lite/types_unstable/timeunit.js'
import type { Data } from 'vega-lite/types_unstable/data.js'`,
    types: ['TopLevelSpec', 'AnyMark', 'Transform', 'Axis<never>', 'TimeUnit', 'Data'],
    beside: { vega: '6.4.0' },
  },
  {
    name: 'plaid',
    version: '47.0.0',
    about: 'banking, openapi-generator enums',
    source: `import type * as Plaid from 'plaid'`,
    types: words(`Plaid.Transaction Plaid.AccountBase Plaid.LinkTokenCreateRequest Plaid.AAMVAAnalysis
      Plaid.AssetReportFilterRequest Plaid.BankTransferFailure Plaid.HoldingTaxLot Plaid.IncomeOverride
      Plaid.PaymentInitiationStandingOrderMetadata Plaid.TransactionsRecurringMergeResponse
      Plaid.TransferRecurringCancelRequest Plaid.NameMatchScore Plaid.WalletTransactionListRequestOptions
      Plaid.CraCheckReportIncomeInsightsGetOptions Plaid.TransactionsSyncResponse`),
  },
  {
    name: '@paypal/paypal-js',
    version: '11.2.0',
    about: 'payments',
    source: `import type * as PayPal from '@paypal/paypal-js'`,
    types: words(`PayPal.OrderResponseBody PayPal.PurchaseUnitItem PayPal.CreateSubscriptionRequestBody
      PayPal.PayPalScriptQueryParameters PayPal.PayPalScriptOptions PayPal.CheckoutShippingOption
      PayPal.OnApproveData PayPal.FUNDING_SOURCE PayPal.PayPalCardFieldsStateObject PayPal.HostedFieldsState
      PayPal.InstallmentsConfiguration PayPal.CreateOrderRequestBody`),
  },
  {
    name: 'square',
    version: '46.0.0',
    about: 'payments, const objects',
    source: `import type { Square } from 'square'`,
    types: words(`Square.Payment Square.Order Square.CatalogObject Square.Card Square.BatchGetOrdersRequest
      Square.CatalogItemProductType Square.CatalogStockConversion Square.CreateCustomerResponse Square.DateRange
      Square.EventData Square.GiftCard Square.InventoryAdjustmentReasonDirection Square.SearchAvailabilityQuery
      Square.PaymentBalanceActivityReserveReleaseDetail Square.TeamMemberUpdatedEventObject`),
  },
  {
    name: '@notionhq/client',
    version: '5.26.0',
    about: 'documents',
    source: `import type * as Notion from '@notionhq/client'`,
    types: words(`Notion.PageObjectResponse Notion.BlockObjectRequest Notion.BlockObjectResponse
      Notion.RichTextItemResponse Notion.CreateCommentParameters Notion.CreateViewParameters
      Notion.PropertyItemObjectResponse Notion.SearchResponse Notion.UserObjectResponse
      Notion.PageCreatedWebhookPayload Notion.QueryDataSourceParameters Notion.ListCommentsResponse
      Notion.CreatePageParameters Notion.GetSelfResponse`),
  },
  {
    name: '@types/aws-lambda',
    version: '8.10.164',
    about: 'cloud events',
    source: `import type * as Lambda from 'aws-lambda'`,
    types:
      words(`Lambda.APIGatewayProxyEvent Lambda.APIGatewayProxyEventV2 Lambda.S3Event Lambda.SQSEvent Lambda.SNSEvent
      Lambda.DynamoDBStreamEvent Lambda.AttributeValue Lambda.CloudFrontRequestEvent Lambda.KinesisStreamEvent
      Lambda.LexV2Event Lambda.MSKEvent Lambda.PreTokenGenerationTriggerEvent Lambda.APIGatewayAuthorizerResult
      Lambda.S3BatchEvent Lambda.CodePipelineCloudWatchStageEvent Lambda.ALBResult`),
  },
  {
    name: 'vscode-languageserver-types',
    version: '3.18.5',
    about: 'editor protocol',
    source: `import type * as Lsp from 'vscode-languageserver-types'`,
    types:
      words(`Lsp.CompletionItem Lsp.Diagnostic Lsp.WorkspaceEdit Lsp.Hover Lsp.MarkedString Lsp.CodeAction
      Lsp.LSPAny Lsp.Position Lsp.ColorInformation Lsp.DiagnosticTag Lsp.TextDocumentEdit Lsp.DeleteFile
      Lsp.SelectionRange Lsp.CallHierarchyIncomingCall Lsp.InlayHint Lsp.FoldingRange Lsp.CodeActionKind`),
  },
  {
    name: '@mistralai/mistralai',
    version: '2.7.0',
    about: 'AI API, Speakeasy',
    source: `import type * as Mistral from '@mistralai/mistralai/models/components'`,
    types: words(`Mistral.ChatCompletionResponse Mistral.ChatCompletionRequest Mistral.CompletionArgsStop
      Mistral.FunctionCallEntryArguments Mistral.MethodType Mistral.DatasetImportTask
      Mistral.DeploymentWorkerSpecResponse Mistral.ListDocumentsResponse Mistral.OCRCaptionBlock
      Mistral.SharingRequest Mistral.WorkflowExecutionTraceSummarySpan Mistral.TimeDimension
      Mistral.ActivityTaskCompletedAttributesResponse`),
  },
  {
    name: '@google/genai',
    version: '3.1.0',
    about: 'AI API',
    source: `import type * as Gen from '@google/genai'`,
    types:
      words(`Gen.Part Gen.Content Gen.Schema Gen.Tool Gen.GenerationConfig Gen.ActivityEnd Gen.AuthConfigOidcConfig
      Gen.BatchJobSourceUnion Gen.ContentEmbedding Gen.EvaluationDataset Gen.LiveClientContent Gen.LogprobsResult
      Gen.RagChunk Gen.VertexRagStore Gen.SafetySetting`),
  },
  {
    name: '@microsoft/microsoft-graph-types',
    version: '2.43.1',
    about: 'office',
    source: `import type * as Graph from '@microsoft/microsoft-graph-types'`,
    types:
      words(`Graph.User Graph.Message Graph.Event Graph.BinaryOperator Graph.AppCatalogs Graph.CloudClipboardItem
      Graph.DeviceEnrollmentConfiguration Graph.ExtensionProperty Graph.ChannelDeletedEventMessageDetail
      Graph.EducationAssignmentPointsGrade Graph.OrganizerMeetingInfo Graph.X509CertificateUserBinding
      Graph.FreeBusyStatus`),
  },
  {
    name: '@octokit/graphql-schema',
    version: '15.26.1',
    about: 'code hosting, GraphQL code generator',
    source: `import type * as GraphQl from '@octokit/graphql-schema'`,
    types: words(`GraphQl.CreateRepositoryInput GraphQl.UpdateProjectCardInput GraphQl.AutoMergeDisabledEvent
      GraphQl.IssueCommentsArgs GraphQl.PackageVersion GraphQl.ProjectV2StatusOrder
      GraphQl.RepoAccessAuditEntryVisibility GraphQl.SecurityVulnerability GraphQl.SponsorshipOrder
      GraphQl.MutationUpdateRepositoryArgs GraphQl.DiscussionCategoryEdge GraphQl.CreateIssueInput
      GraphQl.PullRequestReviewState`),
  },
  {
    name: '@linear/sdk',
    version: '98.0.0',
    about: 'issues, GraphQL code generator',
    source: `import type { LinearDocument } from '@linear/sdk'`,
    types: words(`LinearDocument.IssueCreateInput LinearDocument.AiConversationToolDisplayInfo
      LinearDocument.CustomViewFragment LinearDocument.CustomerUnsyncMutation
      LinearDocument.EmailUnsubscribeMutationVariables LinearDocument.GitHubRepoMappingInput
      LinearDocument.IssueStateSpan LinearDocument.Project_NeedsQuery LinearDocument.RoadmapToProjectCreateInput
      LinearDocument.TeamOriginWebhookPayloadFragment LinearDocument.ZendeskSettingsInput
      LinearDocument.IssueFilter LinearDocument.ReleaseNoteWebhookPayload`),
  },
  {
    name: '@bufbuild/protobuf',
    version: '2.17.0',
    about: 'protobuf-es messages',
    source: `import type * as Wkt from '@bufbuild/protobuf/wkt'`,
    types:
      words(`Wkt.Timestamp Wkt.Duration Wkt.FieldMask Wkt.Struct Wkt.Value Wkt.Any Wkt.FileDescriptorSet Wkt.Api
      Wkt.DescriptorProto Wkt.DescriptorProtoJson Wkt.EnumDescriptorProto Wkt.FieldDescriptorProto_TypeJson
      Wkt.FeatureSetDefaults_FeatureSetEditionDefault Wkt.SourceCodeInfo_Location Wkt.Int64Value Wkt.Int64ValueJson
      Wkt.StructJson Wkt.Version Wkt.CodeGeneratorResponse`),
  },
  {
    name: '@bufbuild/cel-spec',
    version: '0.6.1',
    about: 'protobuf-es messages',
    source: `import type * as Cel from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'`,
    types:
      words(`Cel.Expr Cel.Constant Cel.SourceInfo Cel.ParsedExpr Cel.Expr_Call Cel.Expr_CreateStruct_Entry
      Cel.SourceInfo_Extension`),
    beside: { '@bufbuild/protobuf': '2.17.0' },
  },
  {
    name: 'kubernetes-types',
    version: '1.30.0',
    about: 'orchestration',
    source: `import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { ConfigMap, Pod, Secret, Service } from 'kubernetes-types/core/v1.js'
import type { CustomResourceDefinition } from 'kubernetes-types/apiextensions/v1.js'
import type { Ingress } from 'kubernetes-types/networking/v1.js'`,
    types: words('Deployment Pod Service Secret ConfigMap Ingress CustomResourceDefinition'),
  },
  {
    name: '@types/estree',
    version: '1.0.10',
    about: 'syntax trees',
    source: `import type * as Ast from 'estree'`,
    types:
      words(`Ast.Program Ast.Node Ast.Expression Ast.Statement Ast.Pattern Ast.Identifier Ast.BigIntLiteral
      Ast.LogicalOperator Ast.TemplateLiteral Ast.ImportExpression Ast.Comment`),
  },
  {
    name: '@types/har-format',
    version: '1.2.16',
    about: 'HTTP archives',
    source: `import type * as Har from 'har-format'`,
    types: words('Har.Har Har.Entry Har.PostData Har.Request Har.Timings Har.Cache Har.Initiator'),
  },
  {
    name: '@modelcontextprotocol/sdk',
    version: '1.32.2',
    about: 'AI protocol, z.infer',
    source: `import type * as Mcp from '@modelcontextprotocol/sdk/types.js'`,
    types:
      words(`Mcp.CallToolRequest Mcp.CallToolResult Mcp.ContentBlock Mcp.InitializeRequest Mcp.ListToolsResult
      Mcp.JSONRPCMessage Mcp.ProgressToken Mcp.Task Mcp.TextResourceContents Mcp.Prompt Mcp.ToolAnnotations
      Mcp.SamplingMessage Mcp.StringSchema Mcp.ElicitRequestFormParams Mcp.ClientResult Mcp.Role`),
  },
  {
    name: '@medplum/fhirtypes',
    version: '5.2.13',
    about: 'health records',
    source: `import type * as Fhir from '@medplum/fhirtypes'`,
    types:
      // Each of them reaches the same thousand interfaces.
      words('Fhir.Patient Fhir.BundleEntrySearch Fhir.MedicationAdministrationDosage'),
  },
  {
    name: '@contentful/rich-text-types',
    version: '17.2.7',
    about: 'documents, enums',
    source: `import type * as Rich from '@contentful/rich-text-types'`,
    types: words(`Rich.Document Rich.Block Rich.Paragraph Rich.Heading1 Rich.Hyperlink Rich.Table Rich.Mark
      Rich.TopLevelBlockEnum Rich.ResourceLink Rich.UnorderedList`),
  },
  {
    name: '@types/mdast',
    version: '4.0.4',
    about: 'documents, trees',
    source: `import type * as Md from 'mdast'`,
    types: words('Md.Root Md.Nodes Md.Table Md.Code Md.AlignType Md.ListItem Md.RowContent Md.Reference'),
  },
  {
    name: 'botframework-schema',
    version: '4.23.3',
    about: 'chat platform, enums',
    source: `import type * as Bot from 'botframework-schema'`,
    types: words(`Bot.HeroCard Bot.ThumbnailCard Bot.Attachment Bot.ConversationReference Bot.PaymentRequest
      Bot.MessagingExtensionResponse Bot.O365ConnectorCard Bot.GeoCoordinates Bot.TokenExchangeInvokeRequest
      Bot.MeetingNotification Bot.Style Bot.NotificationInfo`),
  },
  {
    name: 'cohere-ai',
    version: '8.1.0',
    about: 'AI API, const objects',
    source: `import type { Cohere } from 'cohere-ai'`,
    types:
      words(`Cohere.ChatRequest Cohere.ChatMessageV2 Cohere.V2ChatRequestSafetyMode Cohere.ChatMessage Cohere.Tool
      Cohere.ToolResult Cohere.EmbedJob Cohere.Dataset Cohere.NonStreamedChatResponse
      Cohere.V2ChatStreamResponse Cohere.ChatStreamEndEventFinishReason Cohere.SummarizeRequest
      Cohere.RerankResponse`),
  },
  {
    name: 'ollama',
    version: '0.6.4',
    about: 'AI API',
    source: `import type * as Ollama from 'ollama'`,
    types: words(`Ollama.ChatRequest Ollama.ChatResponse Ollama.Tool Ollama.ToolCall Ollama.ModelDetails
      Ollama.GenerateRequest Ollama.EmbedResponse Ollama.ShowResponse`),
  },
  {
    name: '@elastic/elasticsearch',
    version: '9.5.1',
    about: 'search, AsyncAPI-like unions',
    source: `import type { estypes } from '@elastic/elasticsearch'`,
    types:
      // SearchRequest, MappingProperty, Script and the aggregations reach the same five hundred types (5 to 9 MB each).
      words(`estypes.QueryDslQueryContainer estypes.BulkRequest estypes.AnalysisTokenizerDefinition estypes.DateMath
      estypes.GraphExploreResponse estypes.CatCatNodeColumns estypes.WatcherEmailPriority
      estypes.IndicesPutIndexTemplateResponse estypes.SnapshotSnapshotSort`),
  },
  {
    name: 'cloudflare',
    version: '7.3.0',
    about: 'cloud API',
    source: `import type * as Dns from 'cloudflare/resources/dns/records'`,
    types: words(`Dns.RecordResponse Dns.RecordCreateParams Dns.RecordListParams Dns.ARecord Dns.SRVRecord
      Dns.RecordBatchParams Dns.TTL Dns.RecordImportResponse`),
  },
  {
    name: 'drizzle-orm',
    version: '0.45.4',
    about: 'ORM',
    source: `import { relations } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, numeric, pgEnum, pgTable, serial, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core'

const role = pgEnum('role', ['admin', 'member', 'guest'])
const users = pgTable('users', {
  id: serial('id').primaryKey(),
  name: varchar('name', { length: 80 }).notNull(),
  email: text('email').notNull().unique(),
  role: role('role').notNull().default('member'),
  isActive: boolean('is_active').default(true),
  createdAt: timestamp('created_at').notNull().defaultNow(),
})
const orders = pgTable('orders', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: integer('user_id').notNull().references(() => users.id),
  cents: bigint('cents', { mode: 'bigint' }).notNull(),
  rate: numeric('rate'),
  tags: text('tags').array().notNull(),
  address: jsonb('address').$type<{ street: string; city: string; zip?: string }>().notNull(),
})
export const userRelations = relations(users, ({ many }) => ({ orders: many(orders) }))`,
    types: [
      'User = typeof users.$inferSelect',
      'NewUser = typeof users.$inferInsert',
      'Order = typeof orders.$inferSelect',
      'NewOrder = typeof orders.$inferInsert',
      `UserName = Pick<typeof users.$inferSelect, 'id' | 'name'>`,
      'UserWithOrders = typeof users.$inferSelect & { orders: (typeof orders.$inferSelect)[] }',
      `Role = (typeof role.enumValues)[number]`,
      'OrderPatch = Partial<Omit<typeof orders.$inferInsert, "id" | "userId">>',
    ],
  },
  {
    name: 'kysely',
    version: '0.29.9',
    about: 'ORM',
    source: `import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable, Updateable } from 'kysely'

interface PersonTable {
  id: Generated<number>
  first_name: string
  gender: 'man' | 'woman' | 'other'
  last_name: string | null
  created_at: ColumnType<Date, string | undefined, never>
  metadata: JSONColumnType<{ login_at: string; ip: string | null; plan: 'free' | 'premium' }>
}
interface PetTable {
  id: Generated<number>
  name: string
  owner_id: number
  species: 'dog' | 'cat'
  weight: ColumnType<number, number | string, number>
}`,
    types: [
      'Person = Selectable<PersonTable>',
      'NewPerson = Insertable<PersonTable>',
      'PersonUpdate = Updateable<PersonTable>',
      'Pet = Selectable<PetTable>',
      'NewPet = Insertable<PetTable>',
      'PetUpdate = Updateable<PetTable>',
      'PersonWithPets = Selectable<PersonTable> & { pets: Selectable<PetTable>[] }',
    ],
  },
  {
    name: 'zod',
    version: '4.6.7',
    about: 'schemas, z.infer',
    source: `import { z } from 'zod'

const address = z.object({ street: z.string(), zip: z.string().optional(), country: z.enum(['de', 'fr', 'us']) })
const user = z.object({
  id: z.uuid(),
  age: z.number().int().nullable(),
  roles: z.array(z.enum(['admin', 'user'])),
  address,
  born: z.date().optional(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('created'), at: z.string() }),
  z.object({ type: z.literal('moved'), from: address, to: address }),
  z.object({ type: z.literal('removed'), reason: z.string().nullish() }),
])
const userId = z.string().brand<'UserId'>()
const pair = z.tuple([z.number(), z.string()])
const path = z.tuple([z.string()]).rest(z.number())
const category = z.object({ name: z.string(), get children() { return z.array(category) } })
const loose = z.looseObject({ id: z.number() })
const route = z.templateLiteral(['/', z.string(), '/', z.number()])
const shape = z.union([z.object({ radius: z.number() }), z.object({ width: z.number(), height: z.number() })])`,
    types: [
      'User = z.infer<typeof user>',
      'UserInput = z.input<typeof user>',
      'Event = z.infer<typeof event>',
      'Account = { id: z.infer<typeof userId>; owner: z.infer<typeof user> }',
      'Pair = z.infer<typeof pair>',
      'Path = z.infer<typeof path>',
      'Category = z.infer<typeof category>',
      'Loose = z.infer<typeof loose>',
      'Route = z.infer<typeof route>',
      'Shape = z.infer<typeof shape>',
      'Json = z.infer<ReturnType<typeof z.json>>',
    ],
  },
  {
    name: 'valibot',
    version: '1.5.0',
    about: 'schemas, InferOutput',
    source: `import * as v from 'valibot'

const address = v.object({ street: v.string(), zip: v.optional(v.string()), country: v.picklist(['de', 'fr']) })
const user = v.object({
  id: v.pipe(v.string(), v.uuid()),
  age: v.nullable(v.number()),
  role: v.optional(v.picklist(['admin', 'user']), 'user'),
  address,
  born: v.nullish(v.date()),
})
const event = v.variant('type', [
  v.object({ type: v.literal('created'), at: v.string() }),
  v.object({ type: v.literal('moved'), to: address }),
])
const email = v.pipe(v.string(), v.email(), v.brand('Email'))
const point = v.strictTuple([v.number(), v.number()])
const labels = v.record(v.string(), v.union([v.string(), v.array(v.string())]))`,
    types: [
      'User = v.InferOutput<typeof user>',
      'UserInput = v.InferInput<typeof user>',
      'Event = v.InferOutput<typeof event>',
      'Contact = { email: v.InferOutput<typeof email> }',
      'Point = v.InferOutput<typeof point>',
      'Labels = v.InferOutput<typeof labels>',
    ],
  },
]

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
