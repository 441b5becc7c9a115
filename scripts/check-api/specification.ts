import type { CallName, Data, FeatureOf } from '../../server/contract/calls.ts';
import { parseLogin, parseUser } from '../../src/api/account-data.ts';
import { parseOrder, parseProducts, parseReward, parseStatements } from '../../src/api/billing-data.ts';
import { parseCredentials } from '../../src/api/credentials-data.ts';
import { nothing } from '../../src/api/data.ts';
import { parseHomePics } from '../../src/api/home-pics-data.ts';
import {
  parseCost,
  parseJobInfo,
  parseJobs,
  parsePaidJob,
  parsePhotos,
  parsePics,
} from '../../src/api/job-data.ts';
import { parseSignature } from '../../src/api/signature-data.ts';
import { parseTemplates } from '../../src/api/template-data.ts';
import type { Parser } from '../../src/platform/parse.ts';

export type SpecName = { [Name in CallName]: [FeatureOf<Name>] extends [never] ? Name : never }[CallName];

/** The object with a call's fields: an item of the list, the job, or the data itself. */
type Part<T> = T extends { list: (infer Item)[] }
  ? Item
  : T extends { train_and_generate_info: infer Job }
    ? Job
    : T;

interface Specified<Name extends SpecName> {
  line: string;
  read: Parser<unknown>;
  /** Fields that may be missing, each with a description of what the app then cannot show. */
  without?: { [Field in Extract<keyof Part<Data<Name>>, string>]?: string };
}

export const specification: { [Name in SpecName]: Specified<Name> } = {
  login: { line: 'POST /v1/login | login_type (facebook), token | contains token', read: parseLogin },
  getHomePics: { line: 'GET /v1/getHomePics | none | list', read: parseHomePics },
  getUserInfo: {
    line: 'GET /v1/getUserInfo | none | vip_level',
    read: parseUser,
    without: {
      vip_level: 'every user pays with coins',
      user_id: 'a draft is not kept apart from that of another user on the same phone',
      nickname: 'My shows no name',
      coins: 'the lines with a balance',
      vip_expire_time: 'the day on which a subscription ends',
    },
  },
  getOssStsInfo: {
    line: 'GET /v1/getOssStsInfo | none | temporary upload credentials (access_key_id, access_key_secret, security_token, region, bucket)',
    read: parseCredentials,
    without: {
      expiration: 'credentials are used for ten minutes',
      prefix: 'photos are put at the top of the bucket',
    },
  },
  getTemplates: {
    line: 'GET /v1/getTemplates | cur_page, page_size | list (id, title, pic_url)',
    read: parseTemplates,
    without: { title: 'the name of the template' },
  },
  getGenerateCost: { line: 'GET /v1/getGenerateCost | none | num', read: parseCost },
  goTrainAndGeneratePic: {
    line: 'POST /v1/goTrainAndGeneratePic | template_id, resource_pics, style_id | train_and_generate_info with train_id, generate_id',
    read: parsePaidJob,
  },
  getTrainAndGenerateResultById: {
    line: 'GET /v1/getTrainAndGenerateResultById | query params | result not shown (a job with its status)',
    read: parseJobInfo,
    without: {
      expect_minutes: 'how long it will take',
      progress: 'how far it is',
    },
  },
  getTrainAndGenerateResultList: {
    line: 'GET /v1/getTrainAndGenerateResultList | cur_page, page_size | paged list (jobs)',
    read: parseJobs,
    without: {
      generate_id: 'its pictures are asked for by the train_id',
      template_id: '"make another like this" names no template',
      title: 'the name of the template in My pictures',
      cover_url: 'the cover in My pictures',
      status: 'it is shown as running',
      create_time: 'when it was made',
    },
  },
  deleteTrainAndGenerate: {
    line: 'POST /v1/deleteTrainAndGenerate | payload not shown | not shown',
    read: nothing,
  },
  getRechargeConfigsList: {
    line: 'GET /v1/getRechargeConfigsList | cur_page=1, page_size=10, product_type=2 | list (discounted price and payment amount)',
    read: parseProducts,
    without: {
      product_id: "the native app's store sells it by its id",
      title: 'its name',
      coin_num: 'how many coins it brings',
      discount_price: 'a price below the usual one',
    },
  },
  getUserPicsByGenerateId: {
    line: 'GET /v1/getUserPicsByGenerateId | query not shown | list (pictures)',
    read: parsePics,
    without: { id: 'deleting one picture alone, and marking it as a favourite' },
  },
  getPersonalPics: {
    line: 'GET personal pictures fetch | path not shown | list field of image URLs',
    read: parsePhotos,
  },
  getCoinStatementList: {
    line: 'GET /v1/getCoinStatementList | cur_page, page_size | paged list (time, remaining balance, reason)',
    read: parseStatements,
    without: { change: 'by how much the balance changed', reason: 'why the balance changed' },
  },
  jsapisignature: {
    line: 'POST /v1/jsapisignature | not shown | not shown (what WeChat needs)',
    read: parseSignature,
  },
  createOrder: {
    line: 'POST /v1/createOrder | not shown | not shown (an order_id)',
    read: parseOrder,
    without: { payment: 'paying in the native app', pay_url: 'paying in a browser' },
  },
  paySuccess: { line: 'POST /v1/paySuccess | not shown | not shown', read: nothing },
  adReward: {
    line: 'POST /v1/adReward | timestamp, nonce, sign, id | user info is reloaded afterwards',
    read: parseReward,
  },
};

/** The specification's texts about error codes and about all calls. */
export const generalLines = {
  envelope: 'API response envelope: data and code; code other than 0 is failure',
  refused: 'HTTP 401: if a refresh handler exists it is invoked and the request retried once',
  headers: 'All requests carry Authorization (bearer token) and a user-language header',
  upload: 'Upload result must have status 200',
} as const;
