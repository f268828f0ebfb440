/** Values that an interface of union-sources.ts accepts, and the issues of others. */
export interface UnionRow {
  readonly dto: string
  readonly taken: readonly object[]
  /** Each with its one issue: `field: message`. */
  readonly refused: readonly (readonly [body: object, issue: string])[]
}

export const unionRows: readonly UnionRow[] = [
  {
    dto: 'Charge',
    taken: [
      { id: 'ch', customer: 'cus' },
      { id: 'ch', customer: null, metadata: { a: 'b', c: 1 } },
      {
        id: 'ch',
        customer: { id: 'c', object: 'customer', default_source: { object: 'card', last4: '42' } },
      },
    ],
    refused: [
      [{ id: 'ch', customer: 5 }, 'customer: must be a string or an object'],
      [
        { id: 'ch', customer: { id: 'c', object: 'customer', default_source: [] } },
        'customer.default_source: must be a string or an object',
      ],
      [{ id: 'ch', customer: { object: 'customer' } }, 'customer.id: is required'],
      [{ id: 'ch', customer: 'c', metadata: { a: null } }, 'metadata.a: must be a string or a number'],
    ],
  },
  {
    dto: 'Literal',
    taken: ['a', true, false, 0, 1.5, '', null].map((value) => ({ type: 'Literal', value })),
    refused: [
      [{ type: 'Literal', value: [] }, 'value: must be a string, a number, true or false'],
      [{ type: 'Literal' }, 'value: is required'],
    ],
  },
  {
    dto: 'ArrowFunction',
    taken: [
      { body: 'x', params: [] },
      { body: { type: 'Identifier', name: 'x' }, params: ['a', { type: 'Identifier', name: 'b' }] },
      { body: { type: 'BlockStatement', body: ['x', { body: 'y', params: [] }] }, params: [] },
    ],
    refused: [
      [{ body: 1, params: [] }, 'body: must be a string or an object'],
      [{ body: { type: 'Block' }, params: [] }, 'body.type: must be one of "BlockStatement", "Identifier"'],
      [{ body: 'x', params: [['a']] }, 'params.0: must be a string or an object'],
    ],
  },
  {
    dto: 'Schema',
    taken: [
      { type: 'string' },
      { type: ['string', 'null'], items: [{ items: {} }], additionalProperties: { type: 'a' } },
      {
        additionalProperties: false,
        exclusiveMinimum: 5,
        enum: ['a', 1, true, null],
        properties: { a: true, b: {} },
      },
    ],
    refused: [
      [{ type: {} }, 'type: must be a string or a list'],
      [{ type: ['a', 1] }, 'type.1: must be a string'],
      [{ items: 'a' }, 'items: must be a list or an object'],
      [{ additionalProperties: 'a' }, 'additionalProperties: must be true, false or an object'],
      [{ exclusiveMinimum: 'a' }, 'exclusiveMinimum: must be a number, true or false'],
      [{ enum: [[]] }, 'enum.0: must be a string, a number, true or false'],
    ],
  },
  {
    dto: 'RpcRequest',
    taken: [{ id: 'a' }, { id: 1, params: [1, 'a'] }, { id: null, params: { a: 1 } }, {}],
    refused: [
      [{ id: true }, 'id: must be a string or a number'],
      [{ params: 'a' }, 'params: must be a list or an object'],
    ],
  },
  {
    dto: 'PackageJson',
    taken: [
      { author: 'me', bin: 'x', funding: 'u', sideEffects: false },
      { author: { name: 'me' }, bin: { x: 'y' }, funding: ['u', { url: 'v' }], sideEffects: ['*.css'] },
      { funding: { url: 'v' } },
    ],
    refused: [
      [{ funding: [[]] }, 'funding.0: must be a string or an object'],
      [{ funding: 1 }, 'funding: must be a string, a list or an object'],
      [{ sideEffects: 'x' }, 'sideEffects: must be true, false or a list'],
    ],
  },
  {
    dto: 'LintConfig',
    taken: [{ rules: { a: 'off', b: 2, c: ['warn', 'x', 1, true, { k: 'v' }], d: [0] } }],
    refused: [
      [{ rules: { a: 'of' } }, 'rules.a: must be one of "off", "warn", "error"'],
      [{ rules: { a: 3 } }, 'rules.a: must be one of 0, 1, 2'],
      [{ rules: { a: {} } }, 'rules.a: must be "off", "warn", "error", 0, 1, 2 or a list'],
      [{ rules: { a: ['off', null] } }, 'rules.a.1: must be a string, a number, true, false or an object'],
    ],
  },
  {
    dto: 'Service',
    taken: [
      {
        command: 'a',
        environment: ['A=1'],
        ports: ['80:80', 80, { target: 80, published: '8080' }],
        build: '.',
      },
      { command: ['a'], environment: { A: 1, B: null, C: true }, build: { context: '.', args: { a: 'b' } } },
    ],
    refused: [
      [{ ports: [1.5] }, 'ports.0: must be a whole number'],
      [{ build: { context: '.', args: 1 } }, 'build.args: must be a list or an object'],
      [{ ports: [{ target: 1, published: false }] }, 'ports.0.published: must be a string or a number'],
    ],
  },
  {
    dto: 'Job',
    taken: [
      { 'runs-on': 'a', if: true, 'timeout-minutes': 5 },
      { 'runs-on': ['a'], if: 'b', 'timeout-minutes': 'c' },
      { 'runs-on': { group: 'g', labels: ['l'] } },
    ],
    refused: [[{ 'runs-on': true }, 'runs-on: must be a string, a list or an object']],
  },
  {
    dto: 'Search',
    taken: [{ sort: 'a', _source: false }, { sort: ['a', { b: 'asc' }], _source: ['a'] }, { _source: 'x' }],
    refused: [
      [{ sort: [{ b: 'up' }] }, 'sort.0.b: must be one of "asc", "desc"'],
      [{ _source: 1 }, '_source: must be a string, true, false or a list'],
    ],
  },
  {
    dto: 'Feature',
    taken: [
      { id: 1, geometry: { type: 'Point', coordinates: [1, 2] } },
      { id: 'a', geometry: null },
    ],
    refused: [[{ id: {}, geometry: null }, 'id: must be a string or a number']],
  },
  {
    dto: 'View',
    taken: [
      { width: 1, title: 'a' },
      { width: 'container', title: ['a'] },
      { width: { step: 2 }, title: { text: ['a'] } },
    ],
    refused: [
      [{ width: 'wide' }, 'width: must be one of "container"'],
      [{ width: true }, 'width: must be "container", a number or an object'],
      [{ title: { text: 1 } }, 'title.text: must be a string or a list'],
    ],
  },
  {
    dto: 'Bundle',
    taken: [{ entry: 'a' }, { entry: ['a'], devtool: false }, { entry: { a: 'b', c: ['d'] }, devtool: 'e' }],
    refused: [
      [{ entry: 'a', devtool: true }, 'devtool: must be one of false'],
      [{ entry: { a: { b: 'c' } } }, 'entry.a: must be a string or a list'],
    ],
  },
  {
    dto: 'SendMessage',
    taken: [{ chat_id: 1 }, { chat_id: '@a', reply_markup: { keyboard: [['a', { text: 'b' }]] } }],
    refused: [
      [{ chat_id: 1.5 }, 'chat_id: must be a whole number'],
      [{ chat_id: 1, reply_markup: { keyboard: ['a'] } }, 'reply_markup.keyboard.0: must be a list'],
    ],
  },
  {
    dto: 'Probe',
    taken: [{ port: 80 }, { port: 'http', maxUnavailable: '25%' }],
    refused: [[{ port: null }, 'port: must be a string or a number']],
  },
  {
    dto: 'Box',
    taken: [
      { margin: 1 },
      { margin: '1px' },
      { margin: [1, 2], when: true },
      { margin: null, icon: { url: 'u' } },
    ],
    refused: [
      [{ margin: [1] }, 'margin: must have 2 elements'],
      [{ margin: 1, when: 1 }, 'when: must be a date and time (RFC 3339), true or false'],
      [{ margin: 1, icon: 1 }, 'icon: must be bytes or an object'],
    ],
  },
  {
    dto: 'Chat',
    taken: [
      { messages: [{ role: 'user', content: 'a' }], stop: 'b', tool_choice: 'auto' },
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'u' } },
              { type: 'text', text: 't' },
            ],
          },
        ],
        stop: ['a'],
        tool_choice: { type: 'function', function: { name: 'f' } },
      },
      { messages: [{ role: 'assistant', content: null }], stop: null },
    ],
    refused: [
      [{ messages: [{ role: 'user', content: {} }] }, 'messages.0.content: must be a string or a list'],
      [{ messages: [], tool_choice: 'all' }, 'tool_choice: must be one of "none", "auto"'],
      [{ messages: [], tool_choice: [] }, 'tool_choice: must be "none", "auto" or an object'],
    ],
  },
  {
    dto: 'PutItem',
    taken: [
      { item: { a: { S: 's' }, b: { BOOL: false }, c: { L: [{ N: '1' }, { L: [] }] } } },
      { item: {}, old: null },
    ],
    refused: [
      [{ item: { a: {} } }, 'item.a: must have exactly one of "BOOL", "L", "N", "S"'],
      [{ item: { a: { S: 's', N: '1' } } }, 'item.a: must have exactly one of "BOOL", "L", "N", "S"'],
      [{ item: { a: { L: [{ S: 1 }] } } }, 'item.a.L.0.S: must be a string'],
      [{ item: { a: 'S' } }, 'item.a: must be an object'],
    ],
  },
  {
    dto: 'Refund',
    taken: [
      { customer: 'c' },
      { customer: { id: 'c', name: null } },
      { customer: { id: 'c', deleted: true } },
    ],
    refused: [
      [{ customer: { id: 'c', deleted: false } }, 'customer.deleted: must be one of true'],
      [{ customer: { deleted: true } }, 'customer.id: is required'],
      [{ customer: 1 }, 'customer: must be a string or an object'],
    ],
  },
  {
    dto: 'Operation',
    taken: [
      { responses: { 200: { description: 'd', headers: { a: { ref: '#' }, b: { required: true } } } } },
      { responses: {}, body: {} },
      { responses: {}, body: { ref: '#' } },
    ],
    refused: [
      [{ responses: { 200: {} } }, 'responses.200: must have exactly one of "description", "ref"'],
      [
        { responses: { 200: { ref: '#', description: 'd' } } },
        'responses.200: must have exactly one of "description", "ref"',
      ],
      [{ responses: {}, body: { ref: 5 } }, 'body.ref: must be a string'],
      [{ responses: {}, body: { required: 5 } }, 'body.required: must be true or false'],
    ],
  },
  {
    dto: 'Page',
    taken: [
      { cover: { external: { url: 'u' } }, number: { number: null } },
      { cover: null, number: { number: 5 } },
      { number: { formula: 'f' } },
    ],
    refused: [
      [{ cover: {}, number: { number: 1 } }, 'cover: must have exactly one of "external", "file_upload"'],
      [{ number: {} }, 'number: must have exactly one of "formula", "number"'],
      [{ number: { number: 1, formula: 'f' } }, 'number: must have exactly one of "formula", "number"'],
    ],
  },
  {
    dto: 'Safari',
    taken: [
      { animal: { any: 'text', tag: 'v1', herd: ['a', ['b']] } },
      { animal: { any: [], tag: 1, herd: 'a', parts: [] } },
    ],
    refused: [],
  },
  {
    dto: 'Signed',
    taken: [
      { signature: { __typename: 'Smime', email: 'a', isValid: true } },
      { signature: { __typename: 'Gpg', email: 'a', isValid: true } },
      { signature: { email: 'a', isValid: true } },
      { signature: null },
    ],
    refused: [[{ signature: { __typename: 'Smime', email: 'a' } }, 'signature.isValid: is required']],
  },
  {
    dto: 'Prompt',
    taken: [
      { format: 'json', call: 'function' },
      { format: { type: 'object' }, call: 'function' },
      { format: [1], call: 'function' },
    ],
    refused: [
      [{ format: 1, call: 'function' }, 'format: must be a string, an object or a list'],
      [{ call: 'f' }, 'call: must be one of "function"'],
    ],
  },
  {
    dto: 'Sample',
    taken: [
      { at: '2024-01-31T00:00:00Z', data: 'AAEC', log: ['a', '2024-01-31T00:00:00Z'] },
      { at: 'soon', data: 1, log: [] },
    ],
    refused: [
      [{ at: 1, log: [] }, 'at: must be a string'],
      [{ at: '', data: true, log: [] }, 'data: must be a string or a number'],
    ],
  },
  {
    dto: 'Elicit',
    taken: [
      { picked: { kind: 'list', of: { anyOf: [] } }, target: { id: 'x', target: { kind: 'never' } } },
      { picked: { kind: 'text' }, target: { kind: 'a', at: 'x' } },
    ],
    refused: [],
  },
  {
    dto: 'Range',
    taken: [
      { age: 1, total: 'all' },
      { age: { gt: 1 }, total: 1 },
    ],
    refused: [
      [{ age: 'a', total: 1 }, 'age: must be a number or an object'],
      [{ total: 1.5 }, 'total: must be a whole number'],
      [{ total: 'some' }, 'total: must be one of "all"'],
    ],
  },
]
