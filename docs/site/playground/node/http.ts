export { statusCodes as STATUS_CODES } from 'built:node-tables'
