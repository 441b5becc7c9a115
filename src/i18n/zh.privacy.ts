import type { LegalNames, LegalText } from './legal-document.ts';
import type { LegalPlace } from './legal-facts.ts';
import { serviceNames } from './service-names.ts';

const inCountry = ({ country }: LegalPlace, names: LegalNames) =>
  country ? `（位于${names.country(country)}）` : '';

const storeOf = (store: LegalPlace, names: LegalNames) =>
  store.name
    ? `另一家公司的云存储（${store.name}${store.country && `，位于${names.country(store.country)}`}），由其代我们保管`
    : `我们自己的服务器${inCountry(store, names)}`;

export const document: LegalText = (facts, names) => {
  const { generator, store, photoDays, logDays, leastAge, features, isOurs, signIns, payments } = facts;
  const has = (feature: string) => features.includes(feature);
  const isTrial = signIns.includes('sandbox');
  return {
    updated: '2026-11-25',
    intro:
      '你交给我们的是人脸照片，理应得到明明白白的说明：我们收集什么、为什么收集、信息去了哪里、保存多久、如何删除。本政策中“我们”指 Tyy 写真的运营者，“你”指使用本应用的人。',
    sections: [
      {
        title: '我们是谁',
        points: {
          'operator-name':
            facts.name !== '' &&
            `${[facts.name, facts.address, facts.country && names.country(facts.country)].filter(Boolean).join('，')}。`,
          'operator-contact': facts.contact !== '' && `联系方式：${facts.contact.replace(/^mailto:/, '')}`,
          trial:
            isTrial &&
            '这是产品的试用环境：任何人都能以任意名字登录，也不会真的收款。请不要在这里提交对你重要的内容。',
        },
      },
      {
        title: '要点',
        points: {
          purpose: '你的照片只用于一件事：制作你要的写真。',
          'no-other-use': '我们不用人脸识别任何人的身份，不出售照片，也不拿照片训练模型。',
          'short-days':
            photoDays !== null && `照片添加满 ${photoDays} 天后自动删除；作品会一直保留，直到你删除它们。`,
        },
      },
      {
        title: '我们处理哪些信息',
        points: {
          photos:
            '照片：你选择的一至五张照片。上传前，你的设备会把照片转正并缩小，相机写入文件的拍摄地点等信息通常会在这一步去除。',
          'photo-checks':
            isOurs &&
            '照片里看得出的情况：是否恰好有一张可用的人脸、人脸的位置，以及照片是否清晰、亮度是否合适。先由你的设备查看，制作前再由我们的服务器检查。',
          'faces-compared':
            facts.comparesFaces &&
            '有多张照片时：会从每张人脸算出 1024 个数值，用来判断两张照片是不是同一个人。这些数值只在内存里比较，不会保存。',
          'faces-not-compared':
            isOurs && !facts.comparesFaces && '我们自己的程序不计算任何能把一张脸和另一张脸区分开的数值。',
          pictures: '作品：用你的照片制作的写真，以及每次制作所用的模板、时间和状态。',
          account: '账户：登录服务商提供的昵称和头像、账户编号、你使用的语言。',
          coins: '金币与订单：余额、每一次变动、订单以及支付凭证。我们不会接触你的银行卡号或支付密码。',
          'consent-kept': has('consent') && '你的同意：何时给出或撤回，以及所同意的版本。',
          logs:
            isOurs &&
            '技术记录：请求的种类、时间与结果，以及你的账户编号。你的 IP 地址只在内存里用来防止大量请求，不会写入记录。',
          reports:
            has('report') &&
            '图片举报：原因、补充的说明，以及由举报者的账户或地址加密计算出的代码，使同一人只计一次。我们查看并满 180 天后删除。',
          'client-reports':
            has('client-reports') && '应用的自我报告：哪里出了错、速度如何，不含你的账户编号、文字或网址。',
        },
      },
      {
        title: '关于人脸照片',
        points: {
          consent:
            '人脸照片属于敏感个人信息。第一张照片离开你的设备之前，应用会征求你的同意。不同意也可以浏览模板，照片不会发出。',
          'consent-back':
            has('consent') &&
            '你可以随时在“设置”里撤回同意，届时你的全部照片都会被删除；此前制作的作品会保留，直到你删除它们。',
          'other-people': '照片里如果有其他人，请先征得对方同意。',
          'child-photos': `未满 ${leastAge} 周岁儿童的照片，须经父母或其他监护人同意。`,
        },
      },
      {
        title: '照片和作品去了哪里',
        points: {
          store: store !== null && `你的设备把照片上传到${storeOf(store, names)}。作品也保存在那里。`,
          'upload-permission': isOurs && '上传权限只发给你本人，只能写入属于你账户的目录，15 分钟后失效。',
          'generator-own':
            generator !== null &&
            generator.name === '' &&
            `写真由我们自己的服务器${inCountry(generator, names)}制作。`,
          'generator-service':
            generator !== null &&
            generator.name !== '' &&
            `写真由另一家公司制作：${generator.name}${inCountry(generator, names)}。每次制作都会把你的照片发送给它，它如何处理以它自己的条款为准。`,
          looking: '只有作品已公开、被举报，或你请我们查看时，我们才会看。',
          'support-access':
            has('support-access') &&
            '请我们查看时，需由你在“设置”里允许：24 小时内或你收回之前，客服可以查看你已完成的作品，但看不到你的照片；每次查看及其原因都会留下记录。',
          'signed-links':
            isOurs && '查看时使用带签名、会过期的地址。拿到这种地址的人，在它过期之前都能打开图片。',
          'public-link':
            has('share-card') &&
            '只有你为某张作品生成了公开链接，它才会公开。在你收回链接或删除作品之前，拿到链接的人都能看到它；我们会要求搜索引擎不收录。',
          'camera-stays':
            '使用引导自拍时，镜头画面只在你的设备上分析；除了你拍下的照片，任何画面都不会离开设备。',
        },
      },
      {
        title: '处理的依据',
        points: {
          'basis-contract':
            '制作写真、维护账户、交付你购买的内容：为履行与你的合同所必需；涉及人脸的部分，以你的单独同意为前提。',
          'basis-safety': '防范欺诈、保障安全：基于我们在这方面的正当利益。',
          'basis-law': '保存支付记录：在法律要求的范围内。',
        },
      },
      {
        title: '还有谁参与',
        points: {
          'sign-in-services':
            signIns.length > 0 &&
            !isTrial &&
            `确认你身份的服务商：${names.list(serviceNames(signIns))}。对方知道你在使用本应用，但不知道你制作了什么。`,
          'payment-services':
            payments.length > 0 &&
            !payments.includes('sandbox') &&
            `处理付款并告知我们是否成功的机构：${names.list(serviceNames(payments))}。`,
          ads: '在承载本应用的客户端展示广告时，广告由它的广告网络提供，我们不会向其发送照片或作品。',
          'verified-ads': facts.verifiedAds && 'Google AdMob 会告知我们你看完了哪段广告，以便发放金币。',
          'push-services':
            has('push') &&
            '如果你选择“做好后通知我”，消息由你所用浏览器的厂商送达。消息经过加密，只有你的设备能读取，其中没有图片。你的浏览器在该厂商处的地址，我们只保存到消息发出为止，最多两天，退出登录时也会删除。',
          authorities: '只有法律要求时，我们才会向主管机关提供信息，并以要求的范围为限。',
        },
      },
      {
        title: '保存多久',
        points: {
          'photo-days': photoDays !== null && `照片：添加满 ${photoDays} 天后删除，最迟再过一天。`,
          'pictures-kept': '作品：直到你删除，或注销账户。',
          'session-days': isOurs && '登录状态：最长 90 天，或到你退出登录为止。',
          'account-kept': has('delete-account') && '账户、金币与明细：直到你注销账户。',
          'gone-account':
            isOurs &&
            '注销之后会留下一段由登录标识加密计算出的代码，无法还原出你是谁，仅用于避免重复领取新人金币；以及一份只带账户编号的操作记录。',
          'takings-kept': isOurs && '收到的款项会记入账目，不带你的账户。',
          'log-days': logDays !== null && `技术记录：${logDays} 天。`,
          'payment-law': '法律要求我们或支付机构保存的支付记录：按法律规定的期限保存，不作他用。',
        },
      },
      {
        title: '你设备上的信息',
        points: {
          device:
            '为了打开得快、内容不丢失，你的设备会保存登录状态、正在制作的草稿、未完成的订单和模板图片。退出登录会清除属于你的全部内容，其余的可以在“设置”里用“清除缓存”删除。我们不使用跟踪 Cookie。',
        },
      },
      {
        title: '删除与你的其他权利',
        points: {
          'delete-one': '删除一张作品：打开它，选择“删除”。',
          'delete-all':
            has('delete-data') &&
            '删除全部照片和作品：“设置”中的“删除全部照片和写真”。数据会从存储和数据库中真正移除，而不是隐藏。',
          'delete-account':
            has('delete-account') && '删除一切：“设置”中的“注销账户”。金币和未到期的会员也会一并删除。',
          copy:
            has('data-copy') && '我们保存的你的全部数据：“设置”中的“获取我的数据副本”，得到一个 ZIP 文件。',
          rights:
            '你还可以查询、更正、复制我们持有的你的信息，可以提出异议，也可以向所在地的个人信息保护主管部门投诉。请与我们联系，我们会在 30 天内答复。',
        },
      },
      {
        title: '安全',
        points: {
          encrypted: facts.isEncrypted && '传输全程加密。',
          hashes: isOurs && '登录凭据只保存哈希值，即使数据库被窃，也无法用来登录。',
          'own-only': isOurs && '每个账户只能访问自己的照片、作品和订单。',
          incidents: '如果发生可能危及你的安全事件，我们会立即通知你并报告主管部门。',
        },
      },
      {
        title: '未成年人',
        points: {
          'least-age': `使用本服务须年满 ${leastAge} 周岁。如果发现未经监护人同意而提供的儿童照片，我们会予以删除。`,
        },
      },
      {
        title: '变更',
        points: {
          changes:
            '照片的处理方式如有变化，应用会在发送下一张照片之前重新征求你的同意。上方日期为最近一次更新的日期。',
        },
      },
    ],
  };
};
