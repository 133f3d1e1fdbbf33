package service

const (
	kafkaCodes  = "Kafka protocol guide, Error codes: retriable"
	saramaPath  = "github.com/IBM/sarama"
	kafkaGoPath = "github.com/segmentio/kafka-go"
)

var kafka = Table{
	Name: "kafka", System: "Apache Kafka",
	Retry: append([]Row{
		{field(notSent, "github.com/twmb/franz-go/pkg/kerr", "*Error", "Message",
			"LEADER_NOT_AVAILABLE", "NOT_LEADER_FOR_PARTITION", "REPLICA_NOT_AVAILABLE", "NOT_CONTROLLER", "NOT_ENOUGH_REPLICAS",
			"COORDINATOR_LOAD_IN_PROGRESS", "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "THROTTLING_QUOTA_EXCEEDED", "PREFERRED_LEADER_NOT_AVAILABLE"),
			"the broker did not accept the request", kafkaCodes},
		{field(unknown, "github.com/twmb/franz-go/pkg/kerr", "*Error", "Message",
			"REQUEST_TIMED_OUT", "NETWORK_EXCEPTION", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "KAFKA_STORAGE_ERROR", "CORRUPT_MESSAGE"),
			"the broker may have stored the records", kafkaCodes},
		{declared(notSent, saramaPath, "ErrLeaderNotAvailable"), "the partition has no leader", kafkaCodes},
		{declared(notSent, saramaPath, "ErrNotLeaderForPartition"), "the broker is not the leader", kafkaCodes},
		{declared(notSent, saramaPath, "ErrNotController"), "the broker is not the controller", kafkaCodes},
		{declared(notSent, saramaPath, "ErrNotEnoughReplicas"), "the partition has too few replicas in sync", kafkaCodes},
		{declared(notSent, saramaPath, "ErrOffsetsLoadInProgress"), "the coordinator is loading", kafkaCodes},
		{declared(notSent, saramaPath, "ErrConsumerCoordinatorNotAvailable"), "the group has no coordinator", kafkaCodes},
		{declared(notSent, saramaPath, "ErrNotCoordinatorForConsumer"), "the broker is not the coordinator", kafkaCodes},
		{declared(notSent, saramaPath, "ErrOutOfBrokers"), "no broker can be reached", "github.com/IBM/sarama, errors.go"},
		{declared(unknown, saramaPath, "ErrRequestTimedOut"), "the broker may have stored the records", kafkaCodes},
		{declared(unknown, saramaPath, "ErrNotEnoughReplicasAfterAppend"), "the leader has stored the records, too few replicas have", kafkaCodes},
		{declared(notSent, kafkaGoPath, "LeaderNotAvailable"), "the partition has no leader", kafkaCodes},
		{declared(notSent, kafkaGoPath, "NotLeaderForPartition"), "the broker is not the leader", kafkaCodes},
		{declared(notSent, kafkaGoPath, "NotController"), "the broker is not the controller", kafkaCodes},
		{declared(notSent, kafkaGoPath, "NotEnoughReplicas"), "the partition has too few replicas in sync", kafkaCodes},
		{declared(notSent, kafkaGoPath, "GroupLoadInProgress"), "the coordinator is loading", kafkaCodes},
		{declared(notSent, kafkaGoPath, "GroupCoordinatorNotAvailable"), "the group has no coordinator", kafkaCodes},
		{declared(notSent, kafkaGoPath, "NotCoordinatorForGroup"), "the broker is not the coordinator", kafkaCodes},
		{declared(unknown, kafkaGoPath, "RequestTimedOut"), "the broker may have stored the records", kafkaCodes},
		{declared(unknown, kafkaGoPath, "NotEnoughReplicasAfterAppend"), "the leader has stored the records, too few replicas have", kafkaCodes},
	}, connection...),
	Final: []Row{
		{field(notSent, "github.com/twmb/franz-go/pkg/kerr", "*Error", "Message",
			"MESSAGE_TOO_LARGE", "INVALID_TOPIC_EXCEPTION", "TOPIC_AUTHORIZATION_FAILED", "GROUP_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED"),
			"the request is wrong, or a permission is missing", kafkaCodes},
		{declared(notSent, saramaPath, "ErrMessageSizeTooLarge"), "the message is too large", kafkaCodes},
		{declared(notSent, saramaPath, "ErrTopicAuthorizationFailed"), "a permission is missing", kafkaCodes},
		{declared(notSent, kafkaGoPath, "MessageSizeTooLarge"), "the message is too large", kafkaCodes},
		{declared(notSent, kafkaGoPath, "TopicAuthorizationFailed"), "a permission is missing", kafkaCodes},
	},
}
